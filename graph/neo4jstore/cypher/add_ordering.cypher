// Adds relationships of an ordering type, checked one after the other: both ends exist, no relationship of this type
// joins them, and no path leads back. The SET of holder takes the lock of the type in the workspace before anything
// is read. Of two callers that would complete a cycle together, one then sees the other's relationship. MERGE alone
// does not lock a node that it finds. shortestPath searches from both ends at once; a bare variable-length pattern
// would follow every path. It fails on equal ends and is not needed if the verdict is already known, hence target.
// $workspace, $attempt (any id of this call), $relationships: maps of index, from, to, id,
//   strength, metadata, created_at
// Columns: verdicts, of those that were not created: index, from and to (they exist), old (the one
//   that is there), cycle (the closed path, of a long one the two ends) and length (of the whole).
CYPHER 5
MERGE (lock:PlotlineLock {workspace: $workspace, type: '{{.Type}}'})
SET lock.holder = $attempt
WITH 1 AS locked
UNWIND $relationships AS item
CALL (item) {
  OPTIONAL MATCH (a:Episode {workspace: $workspace, episode_id: item.from})
  OPTIONAL MATCH (b:Episode {workspace: $workspace, episode_id: item.to})
  OPTIONAL MATCH (a)-[old:{{.Type}}]->(b)
  WITH item, a, b, old, CASE WHEN old IS NULL AND a <> b THEN a END AS target
  {{template "way back" .}}
  WITH item, a, b, old, [a] + nodes(path) AS cycle,
       a IS NOT NULL AND b IS NOT NULL AND old IS NULL AND path IS NULL AS free
  FOREACH (_ IN CASE WHEN free THEN [1] ELSE [] END |
    CREATE (a)-[:{{.Type}} {
      workspace: $workspace, id: item.id, strength: item.strength, metadata: item.metadata,
      created_at: item.created_at
    }]->(b)
  )
  RETURN CASE WHEN NOT free THEN {
    index: item.index, from: a IS NOT NULL, to: b IS NOT NULL,
    old: old {.id, .strength, .metadata, .created_at, type: type(old), from: item.from, to: item.to},
    cycle: {{template "shown cycle"}},
    length: size(cycle)
  } END AS verdict
}
RETURN collect(verdict) AS verdicts
