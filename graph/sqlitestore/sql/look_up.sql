-- The newest episodes that match, in one row, because reading one row for each would take most of the time.
-- ?1 query in the language of FTS5, ?2 limit.
-- Columns: episode keys (JSON).
SELECT json_group_array(rowid)
FROM (SELECT rowid FROM episode_index WHERE episode_index MATCH ?1 ORDER BY rowid DESC LIMIT ?2 + 0)
