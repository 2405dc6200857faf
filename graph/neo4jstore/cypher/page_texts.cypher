// The indexed fields of a workspace's episodes, by serial number.
// $workspace, $after, $limit
// Columns: episodes.
CYPHER 5
MATCH (e:Episode) WHERE e.workspace = $workspace AND e.id > $after
WITH e ORDER BY e.workspace, e.id LIMIT $limit
RETURN collect(e {.episode_id, .id, .name, .query, .reflection, .tags, .created_at, .updated_at}) AS episodes
