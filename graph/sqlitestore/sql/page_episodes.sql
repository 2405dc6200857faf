-- A page of all episodes of a workspace, by serial number.
-- ?1 workspace, ?2 serial number before the first, ?3 highest serial number, ?4 limit.
-- Columns: key, idempotency key, digest, episode.
SELECT e.key, e.retry_key, e.digest, e.id, e.serial, e.name, e.query, e.reflection, e.reward, e.tags, e.metadata, e.created_at, e.updated_at
FROM episode e INDEXED BY episode_serial
WHERE e.workspace = (SELECT key FROM workspace WHERE name = ?1) AND e.serial > ?2 AND e.serial <= ?3
ORDER BY e.serial
LIMIT ?4 + 0
