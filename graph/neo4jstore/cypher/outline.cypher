// The newest episodes that pass a filter, and the relationships that begin at them. Lists for columns replace a record
// for each, as in project_all.
// $workspace, $since, $until, $tags, $min_reward, $max_reward, $limit, $details, $source_bytes
// Columns: numbers, times, rewards, degrees, tags, of the episodes, newest first; episode_ids, names, metadata, if
//   $details; total; froms, tos, types, strengths, of the relationships.
CYPHER 5
CALL () {
  MATCH (e:Episode)
  USING INDEX e:Episode(workspace, created_at, id)
  WHERE e.workspace = $workspace AND e.created_at >= $since AND e.created_at <= $until AND e.id IS NOT NULL
    AND ($min_reward IS NULL OR e.reward >= $min_reward)
    AND ($max_reward IS NULL OR e.reward <= $max_reward)
    AND all(tag IN $tags WHERE tag IN e.tags)
  WITH e ORDER BY e.workspace DESC, e.created_at DESC, e.id DESC
  RETURN collect(e) AS matching
}
WITH size(matching) AS total, matching[..$limit] AS nodes
CALL (nodes) {
  UNWIND nodes AS a
  MATCH (a)-[r:{{.Types}}]->(b:Episode)
  WHERE r.id IS NOT NULL AND b.id IS NOT NULL AND b.workspace = $workspace
  RETURN collect(a.id) AS froms, collect(b.id) AS tos, collect(type(r)) AS types, collect(coalesce(r.strength, 0.0)) AS strengths
}
RETURN total, [e IN nodes | e.id] AS numbers, [e IN nodes | e.created_at] AS times, [e IN nodes | e.reward] AS rewards,
       [e IN nodes | COUNT { (e)-[:{{.Types}}]-() }] AS degrees, [e IN nodes | coalesce(e.tags, [])] AS tags,
       CASE WHEN $details THEN [e IN nodes | e.episode_id] END AS episode_ids,
       CASE WHEN $details THEN [e IN nodes | e.name] END AS names,
       CASE WHEN $details THEN [e IN nodes | CASE WHEN size(e.metadata) <= $source_bytes THEN e.metadata ELSE '' END] END AS metadata,
       froms, tos, types, strengths
