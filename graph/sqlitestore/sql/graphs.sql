-- Parts of the graph as nodes and edges.

-- name: newest_nodes
-- The newest episodes, as a graph shows them.
-- ?1 workspace, ?2 limit. Columns: key, node.
SELECT e.key, e.id, e.serial, e.name, e.created_at, e.reward
FROM episode e INDEXED BY episode_newest
WHERE e.workspace = (SELECT key FROM workspace WHERE name = ?1)
ORDER BY e.created_at DESC, e.serial DESC
LIMIT ?2 + 0

-- name: get_nodes
-- Episodes as a graph shows them, newest first.
-- ?1 episode keys (JSON), ?2 limit. Columns: key, node.
SELECT e.key, e.id, e.serial, e.name, e.created_at, e.reward
FROM json_each(?1) k CROSS JOIN episode e ON e.key = k.value
ORDER BY e.created_at DESC, e.serial DESC
LIMIT ?2 + 0

-- name: all_nodes
-- Every episode of a workspace, as a graph shows it.
-- ?1 workspace key. Columns: key, node.
SELECT e.key, e.id, e.serial, e.name, e.created_at, e.reward
FROM episode e INDEXED BY episode_serial
WHERE e.workspace = ?1

-- name: neighbours
-- The episodes one relationship away from some episodes, in either direction.
-- ?1 episode keys (JSON), ?2 types (bits). Columns: key.
SELECT r.dst FROM json_each(?1) k CROSS JOIN relationship r ON r.src = k.value WHERE (?2 >> r.type) & 1 AND r.dst NOT IN deleted_episode
UNION
SELECT r.src FROM json_each(?1) k CROSS JOIN relationship r ON r.dst = k.value WHERE (?2 >> r.type) & 1 AND r.src NOT IN deleted_episode

-- name: edges_between
-- The relationships between some episodes.
-- ?1 episode keys (JSON), ?2 types (bits), ?3 limit (-1: none). Columns: from key, to key, id, type, strength,
-- created_at.
SELECT r.src, r.dst, r.id, r.type, r.strength, r.created_at
FROM json_each(?1) k CROSS JOIN relationship r ON r.src = k.value
WHERE (?2 >> r.type) & 1 AND +r.dst IN (SELECT value FROM json_each(?1))
ORDER BY r.created_at, r.id LIMIT ?3 + 0

-- name: project_some
-- The relationships of one type between some episodes.
-- ?1 episode keys (JSON), ?2 type. Columns: from key, to key.
SELECT r.src, r.dst
FROM json_each(?1) k CROSS JOIN relationship r ON r.src = k.value AND r.type = ?2
WHERE +r.dst IN (SELECT value FROM json_each(?1))
