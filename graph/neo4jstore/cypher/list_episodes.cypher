// One page of a whole workspace, newest first. The index gives the order, so only the page is read. ORDER BY also
// names the workspace, so that the planner sees that. The total comes from the counter's node, if it is there.
// $workspace, $offset, $limit
// Columns: total; episodes.
CYPHER 5
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
CALL () {
  MATCH (e:Episode)
  USING INDEX SEEK e:Episode(workspace, created_at, id)
  WHERE e.workspace = $workspace AND e.created_at >= -9223372036854775807 AND e.id IS NOT NULL
  WITH e ORDER BY e.workspace DESC, e.created_at DESC, e.id DESC SKIP $offset LIMIT $limit
  RETURN collect(e {.episode_id, .id, .name, .query, .reward, .created_at, .updated_at}) AS episodes
}
RETURN {{template "total"}} AS total, episodes
