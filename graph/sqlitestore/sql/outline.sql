-- Large parts of a workspace without texts.

-- name: outline_all
-- Episodes within bounds, newest first: read from the index alone.
-- ?1 workspace, ?2 since, ?3 until, ?4 least reward, ?5 highest reward, ?6 limit (-1: none).
-- Columns: key, serial, created_at, reward.
SELECT e.key, e.serial, e.created_at, e.reward
FROM episode e INDEXED BY episode_newest
WHERE e.workspace = (SELECT key FROM workspace WHERE name = ?1) AND e.created_at BETWEEN ?2 AND ?3 AND e.reward BETWEEN ?4 AND ?5
ORDER BY e.created_at DESC, e.serial DESC
LIMIT ?6 + 0

-- name: outline_tagged
-- Episodes with all of some tags, within bounds, newest first.
-- ?1 workspace, ?2 since, ?3 until, ?4 least reward, ?5 highest reward, ?6 limit (-1: none), ?7 a tag, ?8 the other
-- tags (JSON). Columns: key, serial, created_at, reward.
SELECT e.key, e.serial, e.created_at, e.reward
FROM episode_tag t CROSS JOIN episode e ON e.key = t.episode
WHERE t.workspace = (SELECT key FROM workspace WHERE name = ?1) AND t.tag = ?7
  AND e.created_at BETWEEN ?2 AND ?3 AND e.reward BETWEEN ?4 AND ?5
  AND NOT EXISTS (
    SELECT 1 FROM json_each(?8) other WHERE NOT EXISTS (
      SELECT 1 FROM episode_tag o WHERE o.workspace = t.workspace AND o.tag = other.value AND o.episode = t.episode))
ORDER BY e.created_at DESC, e.serial DESC
LIMIT ?6 + 0

-- name: outline_details
-- What an outline tells of some episodes beside the index.
-- ?1 episode keys (JSON), ?2 the size of metadata to read, in bytes. Columns: key, id, name, tags, metadata.
SELECT e.key, e.id, e.name, e.tags, CASE WHEN octet_length(e.metadata) <= ?2 THEN e.metadata END
FROM json_each(?1) k CROSS JOIN episode e ON e.key = k.value

-- name: outline_tags
-- The most frequent tags of a workspace, and their episodes.
-- ?1 workspace, ?2 limit of tags. Columns: tag, key.
WITH frequent AS MATERIALIZED (
  SELECT tag
  FROM episode_tag
  WHERE workspace = (SELECT key FROM workspace WHERE name = ?1)
  GROUP BY tag
  ORDER BY count(*) DESC, tag
  LIMIT ?2 + 0)
SELECT t.tag, t.episode
FROM frequent CROSS JOIN episode_tag t ON t.workspace = (SELECT key FROM workspace WHERE name = ?1) AND t.tag = frequent.tag

-- name: outline_some_tags
-- The tags of some episodes.
-- ?1 episode keys (JSON). Columns: tag, key.
SELECT tag.value, e.key
FROM json_each(?1) k CROSS JOIN episode e ON e.key = k.value CROSS JOIN json_each(e.tags) tag

-- name: outline_edges
-- The relationships that begin at some episodes.
-- ?1 episode keys (JSON), ?2 limit (-1: none). Columns: from key, to key, type, strength.
SELECT r.src, r.dst, r.type, r.strength
FROM json_each(?1) k CROSS JOIN relationship r ON r.src = k.value AND r.dst NOT IN deleted_episode
LIMIT ?2 + 0

-- name: outline_incoming
-- How many relationships end at each of some episodes.
-- ?1 episode keys (JSON). Columns: key, count.
SELECT r.dst, count(*)
FROM json_each(?1) k CROSS JOIN relationship r INDEXED BY relationship_incoming ON r.dst = k.value
WHERE r.src NOT IN deleted_episode
GROUP BY r.dst

-- name: list_tags
-- The different tags of a workspace. Each is found by a search for the next one, because most tags have many episodes.
-- ?1 workspace, ?2 limit. Columns: tag.
WITH RECURSIVE next(tag) AS (
  SELECT min(tag) FROM episode_tag WHERE workspace = (SELECT key FROM workspace WHERE name = ?1)
  UNION ALL
  SELECT (SELECT min(t.tag) FROM episode_tag t WHERE t.workspace = (SELECT key FROM workspace WHERE name = ?1) AND t.tag > next.tag)
  FROM next WHERE next.tag IS NOT NULL)
SELECT tag FROM next WHERE tag IS NOT NULL LIMIT ?2 + 0
