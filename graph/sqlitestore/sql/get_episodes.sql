-- Several episodes.
-- ?1 workspace, ?2 ids (JSON). Columns: episode.
SELECT e.id, e.serial, e.name, e.query, e.reflection, e.reward, e.tags, e.metadata, e.created_at, e.updated_at
FROM episode e
WHERE e.workspace = (SELECT key FROM workspace WHERE name = ?1) AND e.id IN (SELECT value FROM json_each(?2))
