-- The newest matches of a search, and how many there are. Younger episodes have higher keys as a
-- rule: read in that order, the sort drops most rows at once.
-- ?1 query in the language of FTS5, ?2 least reward, ?3 tags (JSON), ?4 limit.
-- Columns: count, episode key.
WITH
  match AS MATERIALIZED (SELECT rowid AS key FROM episode_text WHERE episode_text MATCH ?1 ORDER BY rowid DESC),
  hit AS MATERIALIZED (
    SELECT e.key, e.created_at, e.serial
    FROM match CROSS JOIN episode e ON e.key = match.key
    WHERE e.reward >= ?2 AND (?3 = '[]' OR NOT EXISTS (
      SELECT 1 FROM json_each(?3) tag WHERE NOT EXISTS (
        SELECT 1 FROM episode_tag o WHERE o.workspace = e.workspace AND o.tag = tag.value AND o.episode = e.key))))
SELECT (SELECT count(*) FROM hit), key FROM hit ORDER BY created_at DESC, serial DESC LIMIT ?4 + 0
