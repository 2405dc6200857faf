-- The newest episodes that match, and how many match. Newer episodes usually have higher keys: read in that order,
-- the sort drops most rows at once.
-- ?1 query in the language of FTS5, ?2 since, ?3 until, ?4 least and ?5 highest reward, ?6 tags (JSON), ?7 limit.
-- Columns: count, episode key.
WITH
  match AS MATERIALIZED (SELECT rowid AS key FROM episode_index WHERE episode_index MATCH ?1 ORDER BY rowid DESC),
  hit AS MATERIALIZED (
    SELECT e.key, e.created_at, e.serial
    FROM match CROSS JOIN episode e ON e.key = match.key
    WHERE e.created_at >= ?2 AND e.created_at <= ?3 AND e.reward >= ?4 AND e.reward <= ?5
      AND (?6 = '[]' OR NOT EXISTS (
        SELECT 1 FROM json_each(?6) tag WHERE NOT EXISTS (
          SELECT 1 FROM episode_tag o WHERE o.workspace = e.workspace AND o.tag = tag.value AND o.episode = e.key))))
SELECT (SELECT count(*) FROM hit), key FROM hit ORDER BY created_at DESC, serial DESC LIMIT ?7 + 0
