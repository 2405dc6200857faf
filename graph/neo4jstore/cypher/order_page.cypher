// A page of a kept order, after a place in it, and the state of the order, which the writes leave on its lock. If the order is
// not kept, the page is empty. Each part is a range of the index in its order, as in list_after. The first REMOVE takes the
// lock (see hold_order): a commit is visible in parts, and only who holds the lock sees levels that agree. If the page shows
// that another program wrote, the order is to be computed.
// $workspace, $level, $created_at and $id (the place), $offset, $limit
// Columns: kept; total: episodes; episodes: [episode_id, id, name, created_at, level, ids of the direct predecessors, oldest
//   first].
CYPHER 5
OPTIONAL MATCH (lock:PlotlineLock {workspace: $workspace, type: '{{.Type}}'})
USING INDEX SEEK lock:PlotlineLock(workspace, type)
REMOVE lock.episode_id
WITH lock
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
WITH lock, coalesce(s.episodes, 0) AS total,
     coalesce(lock.order = 'kept' AND coalesce(s.levelled, 0) + coalesce(lock.gap, 0) = s.last, false) AS kept
WITH lock, total, kept, CASE WHEN kept THEN $workspace END AS ws
CALL (ws) {
  CALL (ws) {
    MATCH (e:Episode)
    USING INDEX SEEK e:Episode(workspace, {{level .Type}}, created_at, id)
    WHERE e.workspace = ws AND e.{{level .Type}} = $level AND e.created_at = $created_at AND e.id > $id
    RETURN e ORDER BY e.workspace, e.{{level .Type}}, e.created_at, e.id LIMIT $offset + $limit
    UNION ALL
    MATCH (e:Episode)
    USING INDEX SEEK e:Episode(workspace, {{level .Type}}, created_at, id)
    WHERE e.workspace = ws AND e.{{level .Type}} = $level AND e.created_at > $created_at AND e.id IS NOT NULL
    RETURN e ORDER BY e.workspace, e.{{level .Type}}, e.created_at, e.id LIMIT $offset + $limit
    UNION ALL
    MATCH (e:Episode)
    USING INDEX SEEK e:Episode(workspace, {{level .Type}}, created_at, id)
    WHERE e.workspace = ws AND e.{{level .Type}} > $level AND e.created_at IS NOT NULL AND e.id IS NOT NULL
    RETURN e ORDER BY e.workspace, e.{{level .Type}}, e.created_at, e.id LIMIT $offset + $limit
  }
  WITH e, e.{{level .Type}} AS level
  ORDER BY level, e.created_at, e.id SKIP $offset LIMIT $limit
  WITH e, level, COLLECT {
    MATCH (e)<-[:{{.Type}}]-(before:Episode)
    WHERE {{template "within" "before"}}
    WITH DISTINCT before ORDER BY before.created_at, before.id
    RETURN before
  } AS all_before
  RETURN collect([e.episode_id, e.id, e.name, e.created_at, level, [b IN all_before | b.episode_id]]) AS episodes,
    all(right IN collect(level = reduce(l = 0, b IN all_before |
      CASE WHEN b.{{level .Type}} < l THEN l ELSE b.{{level .Type}} + 1 END)) WHERE coalesce(right, false)) AS right
}
WITH lock, total, episodes, kept AND right AS kept, kept AND NOT right AS wrong
FOREACH (one IN CASE WHEN wrong THEN [lock] ELSE [] END | SET one.order = 'unknown' REMOVE one.token, one.until)
RETURN kept, total, episodes
