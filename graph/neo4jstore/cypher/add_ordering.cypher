// Adds relationships of an ordering type, checked one after the other: both ends exist, no relationship of this type
// joins them, and no path leads back. The SET of holder takes the lock of the type in the workspace before anything
// is read. Of two callers that would complete a cycle together, one then sees the other's relationship. MERGE alone
// does not lock a node that it finds. shortestPath searches from both ends at once; a bare variable-length pattern
// would follow every path. It fails on equal ends and is not needed if the verdict is already known, or if the levels
// show that there is no path, hence target.
//
// While the order is kept, this keeps the levels of the episodes, too. Where a successor's level may have to change, the
// state of the order becomes 'open': the rest is checked without levels, and the caller settles the episodes in due in
// the same transaction. While the order is not kept, the ends get notes.
// $workspace, $attempt (any id of this call)
// $episodes or $nodes: all ends, each once: the ids of the episodes, or those that find_ends has found for the transaction;
//   of each relationship, at the same index: $from and $to (places in that list), $relationships (its id), $strengths,
//   $metadata and $created
// Columns: numbers, names and created, of $episodes, in their order; verdicts, of those that were not created: index,
//   from and to (they exist), old (the one that is there), cycle (the closed path, of a long one the two ends) and
//   length (of the whole); due: the numbers of the episodes whose level is to be settled; unsettled: the order is not kept.
CYPHER 5
MERGE (lock:PlotlineLock {workspace: $workspace, type: '{{.Type}}'})
ON CREATE SET lock.relationships = 0
SET lock.holder = $attempt
WITH lock
{{template "ends" .}}
CALL (lock, ends) {
  UNWIND range(0, size($relationships) - 1) AS i
  CALL (lock, ends, i) {
    WITH lock, i, ends[$from[i]][0] AS a, ends[$to[i]][0] AS b
    OPTIONAL MATCH (a)-[old:{{.Type}}]->(b)
    WITH lock, i, a, b, old, coalesce(lock.order, '') AS order,
         coalesce(a.{{level .Type}}, 0) AS low, coalesce(b.{{level .Type}}, 0) AS high
    WITH *, CASE WHEN old IS NULL AND a <> b AND (order <> 'kept' OR low > high) THEN a END AS target
    {{template "way back" .}}
    WITH lock, i, a, b, old, order, low, high, [a] + nodes(path) AS cycle,
         a IS NOT NULL AND b IS NOT NULL AND old IS NULL AND path IS NULL AS free
    WITH *, free AND order = 'kept' AND low >= high AS raised
    WITH *, raised AND EXISTS { MATCH (b)-[:{{.Type}}]->(c) WHERE coalesce(c.{{level .Type}}, 0) <= low + 1 } AS behind
    FOREACH (_ IN CASE WHEN free THEN [1] ELSE [] END |
      CREATE (a)-[:{{.Type}} {
        workspace: $workspace, id: $relationships[i], strength: $strengths[i], metadata: $metadata[i],
        created_at: $created[i]
      }]->(b)
    )
    FOREACH (_ IN CASE WHEN raised AND NOT behind THEN [1] ELSE [] END | SET b.{{level .Type}} = low + 1)
    FOREACH (_ IN CASE WHEN behind THEN [1] ELSE [] END | SET lock.order = 'open')
    FOREACH (_ IN CASE WHEN free AND NOT order IN ['kept', 'open'] THEN [1] ELSE [] END |
      SET b.{{noted .Type}} = coalesce(lock.generation, 0))
    RETURN CASE WHEN NOT free THEN {
      index: i, from: a IS NOT NULL, to: b IS NOT NULL,
      old: old {.id, .strength, .metadata, .created_at, type: type(old), from: a.episode_id, to: b.episode_id},
      cycle: {{template "shown cycle"}},
      length: size(cycle)
    } END AS verdict, CASE WHEN behind OR free AND order = 'open' THEN b.id END AS number, free AS created
  }
  RETURN collect(verdict) AS verdicts, collect(number) AS due, count(CASE WHEN created THEN 1 END) AS added
}
SET lock.relationships = lock.relationships + added
RETURN {{template "shown ends"}}, verdicts, due,
  coalesce(NOT lock.order IN ['kept', 'open'], true) AS unsettled
