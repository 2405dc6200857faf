-- Workspaces and the versions of the file.

-- name: read_status
-- The versions of SQLite and of the schema.
-- Columns: version of SQLite, number of the schema.
SELECT sqlite_version(), (SELECT user_version FROM pragma_user_version)

-- name: read_identity
-- What tells the database from others, and an older copy of it from a newer one.
-- Columns: id, generation.
SELECT id, generation FROM database_id WHERE key = 1

-- name: advance_generation
-- Begins another generation.
UPDATE database_id SET generation = generation + 1 WHERE key = 1

-- name: renew_id
-- Gives a restored database another id.
UPDATE database_id SET id = lower(hex(randomblob(16))) WHERE key = 1

-- name: get_workspace
-- The columns of a workspace that writers need.
-- ?1 name. Columns: key, highest serial number given, whether its episodes get vectors, number of episodes,
-- languages, next languages, whether its texts are being indexed again, up to which serial number, how many.
SELECT key, serial, model IS NOT NULL, episodes, coalesce(languages, ''), coalesce(next_languages, ''),
  indexed_after IS NOT NULL, coalesce(indexed_after, 0), indexed
FROM workspace WHERE name = ?1

-- name: insert_workspace
-- Makes a workspace, when something is first written to it.
-- ?1 name.
INSERT INTO workspace (name) VALUES (?1)

-- name: list_workspaces
-- Workspaces with episodes, by name.
-- ?1 name before the first, ?2 limit. Columns: name.
SELECT name FROM workspace WHERE name > ?1 AND episodes > 0 ORDER BY name LIMIT ?2 + 0

-- name: list_recent_workspaces
-- Workspaces that have or had episodes, the one that was written last first. Keys of episodes grow with each one that is
-- created.
-- ?1 limit. Columns: name.
SELECT name FROM workspace w WHERE serial > 0
ORDER BY (SELECT key FROM episode WHERE workspace = w.key ORDER BY serial DESC LIMIT 1) DESC LIMIT ?1 + 0

-- name: count_in
-- Counts the episodes that a batch created.
-- ?1 workspace key, ?2 highest serial number given, ?3 episodes created.
UPDATE workspace SET serial = ?2, episodes = episodes + ?3, changes = changes + 1 WHERE key = ?1

-- name: count_out
-- Subtracts a deleted episode from the count.
-- ?1 workspace key.
UPDATE workspace SET episodes = episodes - 1, changes = changes + 1 WHERE key = ?1

-- name: count_change
-- Counts a write that changed an episode or relationships.
-- ?1 workspace.
UPDATE workspace SET changes = changes + 1 WHERE name = ?1

-- name: read_changes
-- How many writes changed a workspace.
-- ?1 workspace. Columns: count.
SELECT changes FROM workspace WHERE name = ?1

-- name: count_episodes
-- How many episodes a workspace has.
-- ?1 workspace. Columns: count.
SELECT episodes FROM workspace WHERE name = ?1

-- name: count_by_key
-- The same, by the key of the workspace.
-- ?1 workspace key. Columns: count.
SELECT episodes FROM workspace WHERE key = ?1

-- name: read_extent
-- How much a workspace holds. The relationships are counted in their index.
-- ?1 workspace. Columns: episodes, relationships, highest serial number given, highest id of a relationship.
SELECT w.episodes,
  (SELECT count(*) FROM relationship INDEXED BY relationship_id
   WHERE workspace = w.key AND src NOT IN deleted_episode AND dst NOT IN deleted_episode),
  w.serial, coalesce(
    (SELECT id FROM relationship INDEXED BY relationship_id
     WHERE workspace = w.key AND src NOT IN deleted_episode AND dst NOT IN deleted_episode ORDER BY id DESC LIMIT 1), '')
FROM workspace w
WHERE w.name = ?1

-- name: last_change
-- When an episode was last created or changed. No index has this, so it reads every episode.
-- ?1 workspace. Columns: microseconds since 1970, 0 for none.
SELECT coalesce(max(e.updated_at), 0) FROM workspace w JOIN episode e ON e.workspace = w.key WHERE w.name = ?1

-- name: set_languages
-- ?1 workspace key, ?2 languages, ?3 next languages ('' for none), ?4 whether texts are being indexed again, ?5 up to
-- which serial number, ?6 how many.
UPDATE workspace SET languages = ?2, next_languages = nullif(?3, ''), indexed_after = CASE WHEN ?4 THEN ?5 END, indexed = ?6
WHERE key = ?1
