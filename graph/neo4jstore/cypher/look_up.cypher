// The episodes that match any of several queries and pass a filter, those with the highest sum of weights first. The
// index's own scores are not used, because their statistics cover every workspace.
// $workspace, $queries (Lucene's), $limits (matches to look at, for each), $weights, $since, $until,
// $min_reward, $max_reward, $tags, $most (episodes to return), $settled (whether to wait for the index), $long
// Columns: languages in which the workspace answers, read behind the search; total; found: [episode_id, id, created_at, tags, length, terms
//   unless the text is longer than $long, queries that it matches].
CYPHER 5
CALL () {
  WITH $settled AS settled WHERE settled
  CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
  RETURN count(*) AS waited
}
CALL () {
  UNWIND range(0, size($queries) - 1) AS i
  CALL (i) {
    CALL db.index.fulltext.queryNodes('plotline_episode_index', $queries[i], {limit: $limits[i]}) YIELD node
    RETURN node AS e
  }
  WITH e, sum($weights[i]) AS weight, collect(i) AS held
  WHERE e.workspace = $workspace AND e.created_at >= $since AND e.created_at <= $until
    AND ($min_reward IS NULL OR e.reward >= $min_reward)
    AND ($max_reward IS NULL OR e.reward <= $max_reward)
    AND all(tag IN $tags WHERE tag IN e.tags)
  WITH e, weight, held ORDER BY weight DESC, e.id DESC
  RETURN collect({e: e, held: held}) AS matching
}
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
RETURN CASE WHEN s.last IS NULL THEN s.languages ELSE coalesce(s.languages, 'english') END AS languages, size(matching) AS total, [m IN matching[..$most] | [
  m.e.episode_id, m.e.id, m.e.created_at, m.e.tags, m.e.length, CASE WHEN m.e.length <= $long THEN m.e.terms END, m.held
]] AS found
