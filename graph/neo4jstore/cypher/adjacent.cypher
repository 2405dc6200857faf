// The relationships of those episodes in a list that have at most $crowd of them.
// $workspace, $ids, $crowd
// Columns: relationships.
CYPHER 5
UNWIND $ids AS id
MATCH (e:Episode {workspace: $workspace, episode_id: id})
WHERE COUNT { (e)-[:{{.Types}}]-() } <= $crowd
MATCH (e)-[r:{{.Types}}]-(:Episode)
WITH DISTINCT r
RETURN collect(r {
  .id, .strength, .created_at, type: type(r), from: startNode(r).episode_id, to: endNode(r).episode_id
}) AS relationships
