-- A page of episodes within bounds, newest first.
-- ?1 workspace, ?2 since, ?3 until, ?4 least reward, ?5 highest reward, ?6 limit, ?7 offset.
-- Columns: episode, without reflection and metadata.
SELECT e.id, e.serial, e.name, e.query, '', e.reward, e.tags, NULL, e.created_at, e.updated_at
FROM episode e INDEXED BY episode_newest
WHERE e.workspace = (SELECT key FROM workspace WHERE name = ?1) AND e.created_at BETWEEN ?2 AND ?3 AND e.reward BETWEEN ?4 AND ?5
ORDER BY e.created_at DESC, e.serial DESC
LIMIT ?6 + 0 OFFSET ?7 + 0
