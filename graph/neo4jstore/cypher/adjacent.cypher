// The relationships of those episodes in a list that have at most $max_degree of them.
// $workspace, $ids, $max_degree, $most (one more is returned if there are more)
// Columns: relationships.
CYPHER 5
UNWIND $ids AS id
MATCH (e:Episode {workspace: $workspace, episode_id: id})
WHERE COUNT { (e)-[:{{.Types}}]-() } <= $max_degree
MATCH (e)-[r:{{.Types}}]-(o:Episode)
WHERE {{template "within" "o"}}
WITH DISTINCT r LIMIT $most + 1
RETURN collect(r {
  .id, .strength, .created_at, type: type(r), from: startNode(r).episode_id, to: endNode(r).episode_id
}) AS relationships
