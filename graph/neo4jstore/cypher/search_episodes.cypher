// Full-text search. The index is filled behind the commits (it would cost each write several
// milliseconds otherwise); waiting for it here lets a caller find what it has just written.
// $workspace, $query (Lucene's, every term quoted), $rest (tokens beyond what one query may hold),
// $tags, $min_reward, $limit
// Columns: total; hits: episodes with their score.
CYPHER 5
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
CALL db.index.fulltext.queryNodes('plotline_episode_text', $query) YIELD node AS e, score
WHERE e.workspace = $workspace
  AND ($min_reward IS NULL OR e.reward >= $min_reward)
  AND all(tag IN $tags WHERE tag IN e.tags)
  AND all(token IN $rest WHERE ' ' + e.search_text + ' ' CONTAINS ' ' + token + ' ')
WITH e, score ORDER BY score DESC, e.episode_id
WITH collect([e, score]) AS found
CALL (found) {
  UNWIND found[..$limit] AS hit
  WITH hit[0] AS e, hit[1] AS score
  RETURN collect(e {
    .episode_id, .id, .name, .query, .reward, .tags, .created_at, .updated_at, score: score
  }) AS hits
}
RETURN size(found) AS total, hits
