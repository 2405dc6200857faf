-- The relationships of one type in a workspace.
-- ?1 workspace key, ?2 type. Columns: from key, to key.
SELECT r.src, r.dst
FROM episode e INDEXED BY episode_serial CROSS JOIN relationship r ON r.src = e.key AND r.type = ?2
WHERE e.workspace = ?1
