// Reads the episodes in a list that exist.
// $workspace, $ids
// Columns: episodes.
CYPHER 5
UNWIND $ids AS id
MATCH (e:Episode {workspace: $workspace, episode_id: id})
WITH DISTINCT e
RETURN collect(e {
  .episode_id, .id, .name, .query, .reflection, .reward, .tags, .metadata, .created_at, .updated_at
}) AS episodes
