-- Episodes as they are indexed, by key.
-- ?1 key before the first, ?2 limit.
-- Columns: key, workspace key, id, name, query, reflection, tags.
SELECT key, workspace, id, name, query, reflection, tags FROM episode WHERE key > ?1 ORDER BY key LIMIT ?2 + 0
