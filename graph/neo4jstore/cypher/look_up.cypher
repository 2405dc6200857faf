// The episodes that match any of several queries and pass a filter, those with the highest sum of weights first. The
// index's own scores are not used, because their statistics cover every workspace.
// $workspace, $queries (Lucene's), $needles (the groups of each), $limits (matches to look at, for each), $weights, $since,
// $until, $min_reward, $max_reward, $tags, $most (episodes to return), $lately, $long
// Columns: languages in which the workspace answers, read behind the search; total; found: [episode_id, id, created_at, tags, length, terms
//   unless the text is longer than $long, queries that it matches].
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
  WHERE e.workspace = $workspace AND e.created_at >= $since AND e.created_at <= $until
    AND ($min_reward IS NULL OR e.reward >= $min_reward)
    AND ($max_reward IS NULL OR e.reward <= $max_reward)
    AND all(tag IN $tags WHERE tag IN e.tags)
  WITH e, weight, held ORDER BY weight DESC, e.id DESC
  RETURN collect({e: e, held: held}) AS matching
}
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
RETURN s.languages AS languages, size(matching) AS total, [m IN matching[..$most] | [
  m.e.episode_id, m.e.id, m.e.created_at, m.e.tags, m.e.length, CASE WHEN m.e.length <= $long THEN m.e.terms END, m.held
]] AS found
