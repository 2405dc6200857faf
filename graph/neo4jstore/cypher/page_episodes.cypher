// A page of all episodes of a workspace, by number. The index gives the order, so only the page is read. ORDER BY
// also names the workspace, so that the planner sees that.
// $workspace, $after, $up_to, $limit
// Columns: episodes.
CYPHER 5
MATCH (e:Episode)
USING INDEX SEEK e:Episode(workspace, id)
WHERE e.workspace = $workspace AND e.id > $after AND e.id <= $up_to
WITH e ORDER BY e.workspace, e.id LIMIT $limit
RETURN collect(e {
  .episode_id, .id, .name, .query, .reflection, .reward, .tags, .metadata, .created_at, .updated_at,
  .idempotency_key, .digest
}) AS episodes
