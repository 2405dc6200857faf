// The newest episodes that pass a filter, and the relationships that begin at them. Lists for columns replace a record
// for each, as in project_all. Of the other episodes it reads only what a filter needs to count them.
// $workspace, $since, $until, $tags, $min_reward, $max_reward, $all (the filter is empty), $limit, $details, $source_bytes, $most_tags, $most
// Columns: numbers, times, rewards, degrees, of the episodes, newest first; episode_ids, names, metadata, if $details;
//   total; edges, how many relationships there are, up to one more than $most, and then nothing else is returned; froms, tos,
//   types, strengths, of the relationships; tags, the most frequent ones; holders, for each tag the
//   places of its episodes, times 1,000, plus its place in the episode's tags; tagged, how many holders all tags have.
CYPHER 5
CALL () {
  MATCH (e:Episode)
  USING INDEX SEEK e:Episode(workspace, created_at, id)
  WHERE e.workspace = $workspace AND e.created_at >= $since AND e.created_at <= $until AND e.id IS NOT NULL
    AND ($min_reward IS NULL OR e.reward >= $min_reward)
    AND ($max_reward IS NULL OR e.reward <= $max_reward)
    AND all(tag IN $tags WHERE tag IN e.tags)
  WITH e ORDER BY e.workspace DESC, e.created_at DESC, e.id DESC LIMIT $limit
  RETURN collect(e) AS nodes
}
CALL (nodes) {
  UNWIND nodes AS a
  MATCH (a)-[r:{{.Types}}]->(b:Episode)
  WHERE r.id IS NOT NULL AND b.id IS NOT NULL AND {{template "within" "b"}}
  WITH a, r, b LIMIT $most + 1
  WITH collect([a.id, b.id, type(r), coalesce(r.strength, 0.0)]) AS all_edges
  WITH size(all_edges) AS edges, CASE WHEN size(all_edges) > $most THEN [] ELSE all_edges END AS shown
  RETURN edges, [e IN shown | e[0]] AS froms, [e IN shown | e[1]] AS tos, [e IN shown | e[2]] AS types, [e IN shown | e[3]] AS strengths
}
WITH edges, froms, tos, types, strengths, CASE WHEN edges > $most THEN [] ELSE nodes END AS nodes
CALL (nodes) {
  WITH size(nodes) AS shown WHERE shown = $limit AND NOT $all
  MATCH (e:Episode)
  USING INDEX SEEK e:Episode(workspace, created_at, id)
  WHERE e.workspace = $workspace AND e.created_at >= $since AND e.created_at <= $until AND e.id IS NOT NULL
    AND ($min_reward IS NULL OR e.reward >= $min_reward)
    AND ($max_reward IS NULL OR e.reward <= $max_reward)
    AND all(tag IN $tags WHERE tag IN e.tags)
  RETURN count(e) AS counted
}
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
WITH *, CASE WHEN size(nodes) < $limit THEN size(nodes) WHEN $all THEN {{template "total"}} ELSE counted END AS total
CALL (nodes) {
  UNWIND range(0, size(nodes) - 1) AS place
  WITH place, coalesce(nodes[place].tags, [])[..1000] AS tags
  UNWIND range(0, size(tags) - 1) AS at
  WITH tags[at] AS tag, collect(1000 * place + at) AS holders
  WITH tag, holders, size(holders) AS count ORDER BY count DESC, tag
  WITH collect(tag)[..$most_tags] AS tags, collect(holders)[..$most_tags] AS holders, coalesce(sum(count), 0) AS tagged
  RETURN tags, holders, tagged
}
RETURN total, [e IN nodes | e.id] AS numbers, [e IN nodes | e.created_at] AS times, [e IN nodes | e.reward] AS rewards,
       [e IN nodes | COUNT { (e)-[:{{.Types}}]-() }] AS degrees,
       CASE WHEN $details THEN [e IN nodes | e.episode_id] END AS episode_ids,
       CASE WHEN $details THEN [e IN nodes | e.name] END AS names,
       CASE WHEN $details THEN [e IN nodes | CASE WHEN size(e.metadata) <= $source_bytes THEN e.metadata ELSE '' END] END AS metadata,
       edges, froms, tos, types, strengths, tags, holders, tagged
