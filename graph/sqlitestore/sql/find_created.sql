-- The stored episodes that have an id or an idempotency key of a batch.
-- ?1 workspace key, ?2 ids (JSON), ?3 idempotency keys (JSON). Columns: key, idempotency key, digest, episode.
SELECT e.key, e.retry_key, e.digest, e.id, e.serial, e.name, e.query, e.reflection, e.reward, e.tags, e.metadata, e.created_at, e.updated_at
FROM episode e
WHERE e.key IN (
  SELECT key FROM episode WHERE workspace = ?1 AND id IN (SELECT value FROM json_each(?2))
  UNION
  SELECT key FROM episode WHERE workspace = ?1 AND retry_key <> '' AND retry_key IN (SELECT value FROM json_each(?3)))
