// The newest episodes that match and pass a filter, and the number of all of them.
// $workspace, $query (Lucene's), $rest (words beyond what one query may hold), $since, $until, $min_reward,
// $max_reward, $tags, $most, $long
// Columns: languages in which the workspace answers, read behind the search; total; found: [episode_id, id, created_at, tags, length, terms
//   unless the text is longer than $long, nothing].
CYPHER 5
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
CALL () {
  CALL db.index.fulltext.queryNodes('plotline_episode_index', $query) YIELD node AS e
  WHERE e.workspace = $workspace AND e.created_at >= $since AND e.created_at <= $until
    AND ($min_reward IS NULL OR e.reward >= $min_reward)
    AND ($max_reward IS NULL OR e.reward <= $max_reward)
    AND all(tag IN $tags WHERE tag IN e.tags)
    AND all(stems IN $rest WHERE any(stem IN stems WHERE ' ' + e.stems + ' ' CONTAINS ' ' + stem + ' '))
  WITH e ORDER BY e.created_at DESC, e.id DESC
  RETURN collect(e) AS matching
}
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
RETURN CASE WHEN s.last IS NULL THEN s.languages ELSE coalesce(s.languages, 'english') END AS languages, size(matching) AS total, [e IN matching[..$most] | [
  e.episode_id, e.id, e.created_at, e.tags, e.length, CASE WHEN e.length <= $long THEN e.terms END, []
]] AS found
