// Full-text search: the newest matches, with the numbers that their scores are made of. The index's
// own score is of no use: its statistics cover every workspace. The index is filled behind the
// commits (it would cost each write several milliseconds otherwise); waiting for it here lets a
// caller find what it has just written.
// $workspace, $query (Lucene's, every term quoted), $rest (tokens beyond what one query may hold),
// $tags, $min_reward, $most (matches to return), $words (those to score by), $queries (one for each
// of them, within the workspace), $common (up to which the episodes with a word are counted)
// Columns: total; candidates: [episode_id, tokens of its text, how often each word occurs]; having:
// for each word the episodes with it; episodes of the workspace.
CYPHER 5
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
CALL () {
  CALL db.index.fulltext.queryNodes('plotline_episode_text', $query) YIELD node AS e
  WHERE e.workspace = $workspace
    AND ($min_reward IS NULL OR e.reward >= $min_reward)
    AND all(tag IN $tags WHERE tag IN e.tags)
    AND all(token IN $rest WHERE ' ' + e.search_text + ' ' CONTAINS ' ' + token + ' ')
  WITH e ORDER BY e.created_at DESC, e.id DESC
  WITH collect(e) AS found
  RETURN size(found) AS total, found[..$most] AS matches
}
CALL (matches) {
  UNWIND matches AS e
  WITH e, ' ' + replace(e.search_text, ' ', '  ') + ' ' AS text
  RETURN collect([
    e.episode_id, size(split(e.search_text, ' ')), [word IN $words | size(split(text, ' ' + word + ' ')) - 1]
  ]) AS candidates
}
CALL (total) {
  UNWIND CASE WHEN total = 0 THEN [] ELSE range(0, size($queries) - 1) END AS word
  CALL (word) {
    CALL db.index.fulltext.queryNodes('plotline_episode_text', $queries[word], {limit: $common}) YIELD node
    RETURN count(node) AS number
  }
  WITH word, number ORDER BY word
  RETURN collect(number) AS having
}
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
RETURN total, candidates, having, coalesce(s.episodes, 0) AS episodes
