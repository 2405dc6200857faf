-- Every episode of a workspace, as a graph shows it.
-- ?1 workspace key. Columns: key, node.
SELECT e.key, e.id, e.serial, e.name, e.created_at, e.reward
FROM episode e INDEXED BY episode_serial
WHERE e.workspace = ?1
