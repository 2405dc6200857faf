// Episodes of a workspace by serial number, as they are indexed. Their texts are read behind the REMOVE of a
// property that no episode has, which takes their locks: nobody changes them before this transaction ends.
// $workspace, $after, $limit
// Columns: episodes.
CYPHER 5
MATCH (e:Episode) WHERE e.workspace = $workspace AND e.id > $after
WITH e ORDER BY e.workspace, e.id LIMIT $limit
REMOVE e.holder
RETURN collect(e {.episode_id, .id, .name, .query, .reflection, .tags, .created_at, .updated_at}) AS episodes
