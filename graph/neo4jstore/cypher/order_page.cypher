// A page of a kept order, after a place in it. Each part is a range of the index in its order, as in list_after. Whether
// the order is kept says order_state.
// $workspace, $level, $created_at and $id (the place), $offset, $limit
// Columns: episodes: [episode_id, id, name, created_at, level, ids of the direct predecessors, oldest first]; right: each
//   level is one more than the highest of its predecessors.
CYPHER 5
CALL () {
  MATCH (e:Episode)
  USING INDEX e:Episode(workspace, {{level .Type}}, created_at, id)
  WHERE e.workspace = $workspace AND e.{{level .Type}} = $level AND e.created_at = $created_at AND e.id > $id
  RETURN e ORDER BY e.workspace, e.{{level .Type}}, e.created_at, e.id LIMIT $offset + $limit
  UNION ALL
  MATCH (e:Episode)
  USING INDEX e:Episode(workspace, {{level .Type}}, created_at, id)
  WHERE e.workspace = $workspace AND e.{{level .Type}} = $level AND e.created_at > $created_at AND e.id IS NOT NULL
  RETURN e ORDER BY e.workspace, e.{{level .Type}}, e.created_at, e.id LIMIT $offset + $limit
  UNION ALL
  MATCH (e:Episode)
  USING INDEX e:Episode(workspace, {{level .Type}}, created_at, id)
  WHERE e.workspace = $workspace AND e.{{level .Type}} > $level AND e.created_at IS NOT NULL AND e.id IS NOT NULL
  RETURN e ORDER BY e.workspace, e.{{level .Type}}, e.created_at, e.id LIMIT $offset + $limit
}
WITH e, e.{{level .Type}} AS level
ORDER BY level, e.created_at, e.id SKIP $offset LIMIT $limit
WITH e, level, COLLECT {
  MATCH (e)<-[:{{.Type}}]-(before:Episode)
  WHERE before.workspace = $workspace
  WITH DISTINCT before ORDER BY before.created_at, before.id
  RETURN before
} AS all_before
RETURN collect([e.episode_id, e.id, e.name, e.created_at, level, [b IN all_before | b.episode_id]]) AS episodes,
  all(right IN collect(level = reduce(l = 0, b IN all_before |
    CASE WHEN b.{{level .Type}} < l THEN l ELSE b.{{level .Type}} + 1 END)) WHERE coalesce(right, false)) AS right
