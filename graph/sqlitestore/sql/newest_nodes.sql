-- The newest episodes, as a graph shows them.
-- ?1 workspace, ?2 limit. Columns: key, node.
SELECT e.key, e.id, e.serial, e.name, e.created_at, e.reward
FROM episode e INDEXED BY episode_newest
WHERE e.workspace = (SELECT key FROM workspace WHERE name = ?1)
ORDER BY e.created_at DESC, e.serial DESC
LIMIT ?2 + 0
