// Adds relationships of a type that may have cycles, checked one after the other. MERGE keeps them unique without a
// lock. The id of its result tells a new relationship from one that another caller added meanwhile.
// $workspace, $node and $mark (see changes.go), $episodes: the ids of all ends, each once, $relationships: maps of index,
//   from, to, a and b (their places in $episodes), id, strength, metadata, created_at
// Columns: verdicts, of those that were not created: index, from and to (they exist), old (the one
//   that is there).
CYPHER 5
MERGE (change:PlotlineLock {workspace: $workspace, type: $node})
SET change.holder = $mark
WITH 1 AS marked
CALL () {
  UNWIND $episodes AS id
  OPTIONAL MATCH (e:Episode {workspace: $workspace, episode_id: id})
  RETURN collect([e]) AS ends
}
UNWIND $relationships AS item
CALL (ends, item) {
  WITH item, ends[item.a][0] AS a, ends[item.b][0] AS b
  OPTIONAL MATCH (a)-[old:{{.Type}}]->(b)
  OPTIONAL CALL (item, a, b, old) {
    WITH item, a, b WHERE a IS NOT NULL AND b IS NOT NULL AND old IS NULL
    MERGE (a)-[r:{{.Type}}]->(b)
    ON CREATE SET r.workspace = $workspace, r.id = item.id, r.strength = item.strength,
                  r.metadata = item.metadata, r.created_at = item.created_at
    RETURN r
  }
  WITH item, a, b, CASE WHEN r.id = item.id THEN null ELSE coalesce(old, r) END AS old, r
  RETURN CASE WHEN r IS NULL OR old IS NOT NULL THEN {
    index: item.index, from: a IS NOT NULL, to: b IS NOT NULL,
    old: old {.id, .strength, .metadata, .created_at, type: type(old), from: item.from, to: item.to}
  } END AS verdict
}
RETURN collect(verdict) AS verdicts
