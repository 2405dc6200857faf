-- The row keys of episodes.
-- ?1 workspace, ?2 ids (JSON). Columns: key, workspace key, id.
SELECT e.key, e.workspace, e.id
FROM episode e
WHERE e.workspace = (SELECT key FROM workspace WHERE name = ?1) AND e.id IN (SELECT value FROM json_each(?2))
