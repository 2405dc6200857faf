// The episodes that match any of several queries and pass a filter, those with the highest sum of weights first. The
// index's own scores are not used, because their statistics cover every workspace.
// $workspace, $queries (Lucene's), $needles (the groups of each), $limits (matches to look at, for each), $weights, $since,
// $until, $min_reward, $max_reward, $tags, $most (episodes to return), $unfiltered (return those of all, too), $lately, $long
// Columns: languages in which the workspace answers, read behind the search; total: those that pass; both: these and the
//   others; found: [episode_id, id, created_at, tags, length, terms unless the text is longer than $long, queries that it
//   matches, whether it is one of those that pass, whether it is one of all].
CYPHER 5
{{template "lately"}}
CALL (lately, texts) {
  UNWIND range(0, size($queries) - 1) AS i
  CALL (i, lately) {
    CALL db.index.fulltext.queryNodes('plotline_episode_index', $queries[i], {limit: $limits[i]}) YIELD node
    WHERE lately = [] OR NOT node IN lately
    RETURN collect(node) AS indexed
  }
  WITH i, indexed, texts, $needles[i] AS needles
  UNWIND ([text IN texts WHERE {{template "matches"}} | text.e] + indexed)[..$limits[i]] AS e
  WITH e, sum($weights[i]) AS weight, collect(i) AS held
  WHERE e.workspace = $workspace
  WITH e, weight, held
  WHERE $unfiltered OR (e.created_at >= $since AND e.created_at <= $until
    AND ($min_reward IS NULL OR e.reward >= $min_reward)
    AND ($max_reward IS NULL OR e.reward <= $max_reward)
    AND all(tag IN $tags WHERE tag IN e.tags))
  WITH e, weight, held ORDER BY weight DESC, e.id DESC
  RETURN collect({e: e, held: held}) AS sorted
}
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
WITH s, [m IN sorted | {e: m.e, held: m.held, passes: NOT $unfiltered OR coalesce(
  m.e.created_at >= $since AND m.e.created_at <= $until
    AND ($min_reward IS NULL OR m.e.reward >= $min_reward)
    AND ($max_reward IS NULL OR m.e.reward <= $max_reward)
    AND all(tag IN $tags WHERE tag IN m.e.tags), false)}] AS matching
WITH s, matching, [i IN range(0, size(matching) - 1) WHERE matching[i].passes] AS passing
WITH s, matching, size(passing) AS total, coalesce(passing[..$most][-1], -1) AS last
WITH s, matching, total, [i IN range(0, size(matching) - 1) | {
  m: matching[i], passes: matching[i].passes AND i <= last, unfiltered: $unfiltered AND i < $most
}] AS all_found
RETURN s.languages AS languages, total, size(matching) AS both, [f IN all_found WHERE f.passes OR f.unfiltered | [
  f.m.e.episode_id, f.m.e.id, f.m.e.created_at, f.m.e.tags, f.m.e.length,
  CASE WHEN f.m.e.length <= $long THEN f.m.e.terms END, f.m.held, f.passes, f.unfiltered
]] AS found
