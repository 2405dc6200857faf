-- Deletion in parts: of the relationships of an episode, and of whole workspaces.

-- name: insert_deleted
-- Hides the relationships of a deleted episode.
-- ?1 episode key.
INSERT INTO deleted_episode (key) VALUES (?1)

-- name: find_deleted
-- Any deleted episode whose relationships are being removed.
-- Columns: key.
SELECT key FROM deleted_episode LIMIT 1

-- name: delete_hidden
-- Some relationships of a deleted episode.
-- ?1 episode key, ?2 limit.
DELETE FROM relationship WHERE (src, type, dst) IN (
  SELECT src, type, dst FROM (
    SELECT src, type, dst FROM relationship WHERE src = ?1
    UNION ALL
    SELECT src, type, dst FROM relationship WHERE dst = ?1
    LIMIT ?2 + 0))

-- name: drop_deleted
-- Forgets a deleted episode that has no relationships any more.
-- ?1 episode key.
DELETE FROM deleted_episode WHERE key = ?1

-- name: delete_relationships
-- Some relationships of a workspace.
-- ?1 workspace key, ?2 limit.
DELETE FROM relationship WHERE (src, type, dst) IN (
  SELECT src, type, dst FROM relationship INDEXED BY relationship_id
  WHERE workspace = ?1 AND src NOT IN deleted_episode AND dst NOT IN deleted_episode LIMIT ?2 + 0)

-- name: page_keys
-- Some episodes of a workspace.
-- ?1 workspace key, ?2 limit. Columns: key.
SELECT key FROM episode INDEXED BY episode_serial WHERE workspace = ?1 LIMIT ?2 + 0

-- name: delete_tags_of
-- ?1 episode keys (JSON).
DELETE FROM episode_tag WHERE (workspace, tag, episode) IN (
  SELECT e.workspace, tag.value, e.key
  FROM json_each(?1) k CROSS JOIN episode e ON e.key = k.value CROSS JOIN json_each(e.tags) tag)

-- name: delete_texts_of
-- ?1 episode keys (JSON).
DELETE FROM episode_index WHERE rowid IN (SELECT value FROM json_each(?1))

-- name: delete_terms_of
-- ?1 episode keys (JSON).
DELETE FROM episode_terms WHERE episode IN (SELECT value FROM json_each(?1))

-- name: delete_vectors_in
-- ?1 episode keys (JSON).
DELETE FROM episode_vector WHERE episode IN (SELECT value FROM json_each(?1))

-- name: delete_waiting_in
-- ?1 workspace key, ?2 episode keys (JSON).
DELETE FROM episode_waiting WHERE workspace = ?1 AND episode IN (SELECT value FROM json_each(?2))

-- name: delete_episodes
-- ?1 episode keys (JSON).
DELETE FROM episode WHERE key IN (SELECT value FROM json_each(?1))

-- name: count_deleted
-- Counts a part of a deletion.
-- ?1 workspace key, ?2 episodes deleted.
UPDATE workspace SET episodes = max(0, episodes - ?2), changes = changes + 1 WHERE key = ?1

-- name: delete_numbers
-- Some serial numbers of deleted episodes.
-- ?1 workspace key, ?2 limit.
DELETE FROM retired_serial WHERE workspace = ?1 AND serial IN (
  SELECT serial FROM retired_serial WHERE workspace = ?1 LIMIT ?2 + 0)

-- name: reset_workspace
-- Makes a workspace without episodes like a new one. Its key stays, because pages and caches know it, and its count of
-- changes goes on.
-- ?1 workspace key.
UPDATE workspace SET serial = 0, episodes = 0, model = NULL, next_model = NULL, languages = NULL, next_languages = NULL,
  indexed_after = NULL, indexed = 0
WHERE key = ?1
