-- Pages of episodes, newest first.

-- name: count_range
-- How many episodes lie between two times: read from the index alone.
-- ?1 workspace, ?2 since, ?3 until. Columns: count.
SELECT count(*)
FROM episode e INDEXED BY episode_newest
WHERE e.workspace = (SELECT key FROM workspace WHERE name = ?1) AND e.created_at BETWEEN ?2 AND ?3

-- name: count_list
-- How many episodes lie within bounds: read from the index alone.
-- ?1 workspace, ?2 since, ?3 until, ?4 least reward, ?5 highest reward. Columns: count.
SELECT count(*)
FROM episode e INDEXED BY episode_newest
WHERE e.workspace = (SELECT key FROM workspace WHERE name = ?1) AND e.created_at BETWEEN ?2 AND ?3 AND e.reward BETWEEN ?4 AND ?5

-- name: list_episodes
-- A page of episodes within bounds, newest first. One bound of two columns is one range of the index.
-- ?1 workspace, ?2 since, ?3 until, ?4 least reward, ?5 highest reward, ?6 highest serial number at ?3, ?7 limit,
-- ?8 offset. Columns: episode, without reflection, tags and metadata.
SELECT e.id, e.serial, e.name, e.query, '', e.reward, NULL, NULL, e.created_at, e.updated_at
FROM episode e INDEXED BY episode_newest
WHERE e.workspace = (SELECT key FROM workspace WHERE name = ?1)
  AND e.created_at >= ?2 AND (e.created_at, e.serial) <= (?3, ?6) AND e.reward BETWEEN ?4 AND ?5
ORDER BY e.created_at DESC, e.serial DESC
LIMIT ?7 + 0 OFFSET ?8 + 0

-- name: list_between
-- A page of episodes between two times, newest first. Without other conditions, an offset costs a third of the time.
-- ?1 workspace, ?2 since, ?3 until, ?4 limit, ?5 offset. Columns: episode, without reflection, tags and metadata.
SELECT e.id, e.serial, e.name, e.query, '', e.reward, NULL, NULL, e.created_at, e.updated_at
FROM episode e INDEXED BY episode_newest
WHERE e.workspace = (SELECT key FROM workspace WHERE name = ?1) AND e.created_at BETWEEN ?2 AND ?3
ORDER BY e.created_at DESC, e.serial DESC
LIMIT ?4 + 0 OFFSET ?5 + 0

-- name: count_tagged
-- How many episodes with all of some tags lie within bounds.
-- ?1 workspace, ?2 since, ?3 until, ?4 least reward, ?5 highest reward, ?6 a tag, ?7 the other tags (JSON).
-- Columns: count.
SELECT count(*)
FROM episode_tag t CROSS JOIN episode e ON e.key = t.episode
WHERE t.workspace = (SELECT key FROM workspace WHERE name = ?1) AND t.tag = ?6
  AND e.created_at BETWEEN ?2 AND ?3 AND e.reward BETWEEN ?4 AND ?5
  AND NOT EXISTS (
    SELECT 1 FROM json_each(?7) other WHERE NOT EXISTS (
      SELECT 1 FROM episode_tag o WHERE o.workspace = t.workspace AND o.tag = other.value AND o.episode = t.episode))

-- name: list_tagged
-- A page of episodes with all of some tags, within bounds: the newest, in no particular order, because a sort would keep
-- their texts.
-- ?1 workspace, ?2 since, ?3 until, ?4 least reward, ?5 highest reward, ?6 a tag, ?7 the other tags (JSON),
-- ?8 highest serial number at ?3, ?9 limit, ?10 offset. Columns: episode, without reflection, tags and metadata.
WITH page AS MATERIALIZED (
  SELECT e.key
  FROM episode_tag t CROSS JOIN episode e ON e.key = t.episode
  WHERE t.workspace = (SELECT key FROM workspace WHERE name = ?1) AND t.tag = ?6
    AND e.created_at >= ?2 AND (e.created_at, e.serial) <= (?3, ?8) AND e.reward BETWEEN ?4 AND ?5
    AND NOT EXISTS (
      SELECT 1 FROM json_each(?7) other WHERE NOT EXISTS (
        SELECT 1 FROM episode_tag o WHERE o.workspace = t.workspace AND o.tag = other.value AND o.episode = t.episode))
  ORDER BY e.created_at DESC, e.serial DESC
  LIMIT ?9 + 0 OFFSET ?10 + 0)
SELECT e.id, e.serial, e.name, e.query, '', e.reward, NULL, NULL, e.created_at, e.updated_at
FROM page CROSS JOIN episode e ON e.key = page.key
