// The relationships from one episode to another, oldest first.
// $workspace, $from, $to
// Columns: relationships.
CYPHER 5
MATCH (a:Episode {workspace: $workspace, episode_id: $from})
MATCH (b:Episode {workspace: $workspace, episode_id: $to})
MATCH (a)-[r:{{.Types}}]->(b)
WHERE r.id IS NOT NULL
WITH r ORDER BY r.created_at, r.id
RETURN collect(r {
  .id, .strength, .metadata, .created_at,
  type: type(r), from: $from, to: $to
}) AS relationships
