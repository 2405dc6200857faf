-- Episodes as a graph shows them, newest first.
-- ?1 episode keys (JSON), ?2 limit. Columns: key, node.
SELECT e.key, e.id, e.serial, e.name, e.created_at, e.reward
FROM json_each(?1) k CROSS JOIN episode e ON e.key = k.value
ORDER BY e.created_at DESC, e.serial DESC
LIMIT ?2 + 0
