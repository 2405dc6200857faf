-- The best matches of a search, and how many there are.
-- ?1 query in the language of FTS5, ?2 least reward, ?3 tags (JSON), ?4 limit.
-- Columns: count, score, episode without what is long.
WITH
  match AS MATERIALIZED (
    SELECT rowid AS key, -bm25(episode_text) AS score FROM episode_text WHERE episode_text MATCH ?1),
  hit AS (
    SELECT e.key, e.id, match.score
    FROM match CROSS JOIN episode e ON e.key = match.key
    WHERE e.reward >= ?2 AND NOT EXISTS (
      SELECT 1 FROM json_each(?3) tag WHERE NOT EXISTS (
        SELECT 1 FROM episode_tag o WHERE o.workspace = e.workspace AND o.tag = tag.value AND o.episode = e.key))),
  best AS MATERIALIZED (
    SELECT key, score, count(*) OVER () AS total FROM hit ORDER BY score DESC, id LIMIT ?4 + 0)
SELECT best.total, best.score, e.id, e.serial, e.name, e.query, '', e.reward, e.tags, NULL, e.created_at, e.updated_at
FROM best CROSS JOIN episode e ON e.key = best.key
ORDER BY best.score DESC, e.id
