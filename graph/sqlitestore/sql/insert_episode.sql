-- ?1 workspace key, ?2 idempotency key, ?3 digest, then the episode.
INSERT INTO episode (workspace, retry_key, digest,
  id, serial, name, query, reflection, reward, tags, metadata, created_at, updated_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
