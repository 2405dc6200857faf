// The newest episodes that match and pass a filter, and the number of all of them.
// $workspace, $query (Lucene's), $needles (its groups), $lately, $rest (words beyond what one query may hold), $since,
// $until, $min_reward, $max_reward, $tags, $most, $long
// Columns: languages in which the workspace answers, read behind the search; total; found: [episode_id, id, created_at, tags, length, terms
//   unless the text is longer than $long, nothing].
CYPHER 5
{{template "lately"}}
CALL (lately, texts) {
  CALL (lately, texts) {
    CALL db.index.fulltext.queryNodes('plotline_episode_index', $query) YIELD node
    WHERE lately = [] OR NOT node IN lately
    RETURN node AS e
    UNION ALL
    WITH texts, $needles AS needles
    UNWIND [text IN texts WHERE {{template "matches"}}] AS text
    RETURN text.e AS e
  }
  WITH e
  WHERE e.workspace = $workspace AND e.created_at >= $since AND e.created_at <= $until
    AND ($min_reward IS NULL OR e.reward >= $min_reward)
    AND ($max_reward IS NULL OR e.reward <= $max_reward)
    AND all(tag IN $tags WHERE tag IN e.tags)
    AND all(stems IN $rest WHERE any(stem IN stems WHERE ' ' + e.stems + ' ' CONTAINS ' ' + stem + ' '))
  WITH e ORDER BY e.created_at DESC, e.id DESC
  RETURN collect(e) AS matching
}
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
RETURN s.languages AS languages, size(matching) AS total, [e IN matching[..$most] | [
  e.episode_id, e.id, e.created_at, e.tags, e.length, CASE WHEN e.length <= $long THEN e.terms END, []
]] AS found
