// Searches for the shortest cycle of an ordering type that a new relationship would complete.
// $workspace, $from, $to
// Columns: from_exists; to_exists; cycle: the closed path, of a long one the two ends, or null;
//   length: of the whole.
CYPHER 5
OPTIONAL MATCH (a:Episode {workspace: $workspace, episode_id: $from})
OPTIONAL MATCH (b:Episode {workspace: $workspace, episode_id: $to})
WITH a, b, CASE WHEN a <> b THEN a END AS target
{{template "way back" .}}
WITH a, b, CASE WHEN a = b THEN [a, a] ELSE [a] + nodes(path) END AS cycle
RETURN a IS NOT NULL AS from_exists, b IS NOT NULL AS to_exists,
       {{template "shown cycle"}} AS cycle,
       size(cycle) AS length
