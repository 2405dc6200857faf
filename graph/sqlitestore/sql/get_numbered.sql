-- The ids of the episodes that have some serial numbers.
-- ?1 workspace, ?2 serial numbers (JSON). Columns: serial, id.
SELECT e.serial, e.id
FROM episode e INDEXED BY episode_serial
WHERE e.workspace = (SELECT key FROM workspace WHERE name = ?1) AND e.serial IN (SELECT value FROM json_each(?2))
