// Adds relationships of a type that may have cycles, checked one after the other. MERGE keeps them unique without a
// lock. The id of its result tells a new relationship from one that was there. One with our id is there after an earlier
// attempt of the same call, and may have been updated since.
// $workspace, $node and $mark (see changes.go)
// $episodes or $nodes: all ends, each once: the ids of the episodes, or those that find_ends has found for the transaction;
//   of each relationship, at the same index: $from and $to (places in that list), $relationships (its id), $strengths,
//   $metadata and $created
// Columns: numbers, names and created, of $episodes, in their order; verdicts, of those that were not created: index,
//   from and to (they exist), old (the one that is there).
CYPHER 5
MERGE (change:PlotlineLock {workspace: $workspace, type: $node})
SET change.holder = $mark
WITH 1 AS marked
{{template "ends" .}}
CALL (ends) {
  UNWIND range(0, size($relationships) - 1) AS i
  CALL (ends, i) {
    WITH ends[$from[i]][0] AS a, ends[$to[i]][0] AS b
    OPTIONAL CALL (i, a, b) {
      WITH i, a, b WHERE a IS NOT NULL AND b IS NOT NULL
      MERGE (a)-[r:{{.Type}}]->(b)
      ON CREATE SET r.workspace = $workspace, r.id = $relationships[i], r.strength = $strengths[i],
                    r.metadata = $metadata[i], r.created_at = $created[i]
      RETURN r
    }
    WITH a, b, r, r IS NOT NULL AND (r.id <> $relationships[i] OR r.strength <> $strengths[i]
         OR coalesce(r.metadata, '') <> coalesce($metadata[i], '') OR r.created_at <> $created[i]) AS other
    RETURN CASE WHEN r IS NULL OR other THEN {
      index: i, from: a IS NOT NULL, to: b IS NOT NULL,
      old: r {.id, .strength, .metadata, .created_at, type: type(r), from: a.episode_id, to: b.episode_id}
    } END AS verdict
  }
  RETURN collect(verdict) AS verdicts
}
RETURN {{template "shown ends"}}, verdicts
