-- Episodes by id, number or key, and their tags.

-- name: get_episode
-- One episode.
-- ?1 workspace, ?2 id. Columns: key, workspace key, episode.
SELECT e.key, e.workspace, e.id, e.serial, e.name, e.query, e.reflection, e.reward, e.tags, e.metadata, e.created_at, e.updated_at
FROM episode e
WHERE e.workspace = (SELECT key FROM workspace WHERE name = ?1) AND e.id = ?2

-- name: get_episodes
-- Several episodes.
-- ?1 workspace, ?2 ids (JSON), ?3 bytes of the texts (0: all, and the metadata). Columns: episode, pattern. substr of a text
-- would end at U+0000.
SELECT e.id, e.serial, e.name,
  iif(?3, CAST(substr(CAST(e.query AS BLOB), 1, ?3) AS TEXT), e.query),
  iif(?3, CAST(substr(CAST(e.reflection AS BLOB), 1, ?3) AS TEXT), e.reflection),
  e.reward, e.tags, iif(?3, NULL, e.metadata), e.created_at, e.updated_at, e.pattern
FROM episode e
WHERE e.workspace = (SELECT key FROM workspace WHERE name = ?1) AND e.id IN (SELECT value FROM json_each(?2))

-- name: get_numbered
-- The ids of the episodes that have some serial numbers.
-- ?1 workspace, ?2 serial numbers (JSON). Columns: serial, id.
SELECT e.serial, e.id
FROM episode e INDEXED BY episode_serial
WHERE e.workspace = (SELECT key FROM workspace WHERE name = ?1) AND e.serial IN (SELECT value FROM json_each(?2))

-- name: find_nodes
-- Episodes with their row keys.
-- ?1 workspace, ?2 ids (JSON). Columns: key, workspace key, id, serial number, name, created_at.
SELECT e.key, e.workspace, e.id, e.serial, e.name, e.created_at
FROM json_each(?2) k
  CROSS JOIN episode e ON e.workspace = (SELECT key FROM workspace WHERE name = ?1) AND e.id = k.value

-- name: find_created
-- The stored episodes that have an id or an idempotency key of a batch.
-- ?1 workspace key, ?2 ids (JSON), ?3 idempotency keys (JSON). Columns: key, idempotency key, digest, episode.
SELECT e.key, e.retry_key, e.digest, e.id, e.serial, e.name, e.query, e.reflection, e.reward, e.tags, e.metadata, e.created_at, e.updated_at
FROM episode e
WHERE e.key IN (
  SELECT key FROM episode WHERE workspace = ?1 AND id IN (SELECT value FROM json_each(?2))
  UNION
  SELECT key FROM episode WHERE workspace = ?1 AND retry_key <> '' AND retry_key IN (SELECT value FROM json_each(?3)))

-- name: find_serials
-- The serial numbers in a list that an episode has or a deleted one had.
-- ?1 workspace key, ?2 numbers (JSON). Columns: number.
SELECT serial FROM episode WHERE workspace = ?1 AND serial IN (SELECT value FROM json_each(?2))
UNION ALL
SELECT serial FROM retired_serial WHERE workspace = ?1 AND serial IN (SELECT value FROM json_each(?2))

-- name: insert_episode
-- ?1 workspace key, ?2 idempotency key, ?3 digest, then the episode with its pattern.
INSERT INTO episode (workspace, retry_key, digest,
  id, serial, name, query, reflection, reward, tags, metadata, created_at, updated_at, pattern)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)

-- name: replace_episode
-- Stores everything that an update may change.
-- ?1 episode key, ?2 name, ?3 query, ?4 reflection, ?5 reward, ?6 tags, ?7 metadata, ?8 updated_at, ?9 pattern.
UPDATE episode
SET name = ?2, query = ?3, reflection = ?4, reward = ?5, tags = ?6, metadata = ?7, updated_at = ?8, pattern = ?9
WHERE key = ?1

-- name: delete_episode
-- ?1 episode key.
DELETE FROM episode WHERE key = ?1

-- name: retire_serial
-- ?1 workspace key, ?2 serial number.
INSERT INTO retired_serial (workspace, serial) VALUES (?1, ?2)

-- name: insert_tags
-- ?1 workspace key, ?2 episode key, ?3 tags (JSON).
INSERT OR IGNORE INTO episode_tag (workspace, tag, episode)
SELECT ?1, value, ?2 FROM json_each(?3)

-- name: insert_new_tags
-- The tags of new episodes.
-- ?1 first key, ?2 last key.
INSERT OR IGNORE INTO episode_tag (workspace, tag, episode)
SELECT e.workspace, tag.value, e.key
FROM episode e CROSS JOIN json_each(e.tags) tag
WHERE e.key BETWEEN ?1 AND ?2

-- name: delete_tags
-- ?1 workspace key, ?2 episode key, ?3 the tags it has (JSON).
DELETE FROM episode_tag
WHERE workspace = ?1 AND tag IN (SELECT value FROM json_each(?3)) AND episode = ?2

-- name: page_episodes
-- A page of all episodes of a workspace, by serial number.
-- ?1 workspace, ?2 serial number before the first, ?3 highest serial number, ?4 limit.
-- Columns: key, idempotency key, digest, episode.
SELECT e.key, e.retry_key, e.digest, e.id, e.serial, e.name, e.query, e.reflection, e.reward, e.tags, e.metadata, e.created_at, e.updated_at
FROM episode e INDEXED BY episode_serial
WHERE e.workspace = (SELECT key FROM workspace WHERE name = ?1) AND e.serial > ?2 AND e.serial <= ?3
ORDER BY e.serial
LIMIT ?4 + 0
