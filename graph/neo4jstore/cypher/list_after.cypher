// One page of a whole workspace after a place in the list, newest first. First come the episodes of the same time, in
// an index range of their own, so that many of them cost no more. See list_episodes.
// $workspace, $created_at, $id, $offset, $limit
// Columns: total; episodes.
CYPHER 5
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
CALL () {
  CALL () {
    MATCH (e:Episode)
    USING INDEX SEEK e:Episode(workspace, created_at, id)
    WHERE e.workspace = $workspace AND e.created_at = $created_at AND e.id < $id
    RETURN e ORDER BY e.workspace DESC, e.created_at DESC, e.id DESC LIMIT $offset + $limit
    UNION ALL
    MATCH (e:Episode)
    USING INDEX SEEK e:Episode(workspace, created_at, id)
    WHERE e.workspace = $workspace AND e.created_at < $created_at AND e.id IS NOT NULL
    RETURN e ORDER BY e.workspace DESC, e.created_at DESC, e.id DESC LIMIT $offset + $limit
  }
  WITH e ORDER BY e.created_at DESC, e.id DESC SKIP $offset LIMIT $limit
  RETURN collect(e {.episode_id, .id, .name, .query, .reward, .created_at, .updated_at}) AS episodes
}
RETURN {{template "total"}} AS total, episodes
