-- Relationships by id or by an episode at one end.

-- name: insert_relationship
-- Stores a relationship, unless its place or its id is taken.
-- ?1 from key, ?2 to key, ?3 workspace key, ?4 id, ?5 type, ?6 strength, ?7 metadata, ?8 created_at.
INSERT INTO relationship (src, dst, workspace, id, type, strength, metadata, created_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
ON CONFLICT DO NOTHING

-- name: get_in_place
-- The relationships from one episode to another, in no particular order.
-- ?1 from key, ?2 to key, ?3 types (JSON), ?4 from id, ?5 to id. Columns: relationship.
SELECT r.id, ?4, ?5, r.type, r.strength, r.metadata, r.created_at
FROM relationship r
WHERE r.src = ?1 AND r.type IN (SELECT value FROM json_each(?3)) AND +r.dst = ?2

-- name: get_relationships
-- Several relationships.
-- ?1 workspace, ?2 ids (JSON). Columns: relationship.
SELECT r.id, f.id, t.id, r.type, r.strength, r.metadata, r.created_at
FROM relationship r
  CROSS JOIN episode f INDEXED BY episode_key ON f.key = r.src
  CROSS JOIN episode t INDEXED BY episode_key ON t.key = r.dst
WHERE r.workspace = (SELECT key FROM workspace WHERE name = ?1) AND r.id IN (SELECT value FROM json_each(?2))

-- name: update_relationship
-- ?1 workspace, ?2 id, ?3 strength or NULL, ?4 whether metadata changes, ?5 metadata.
UPDATE relationship
SET strength = coalesce(?3, strength), metadata = iif(?4, ?5, metadata)
WHERE workspace = (SELECT key FROM workspace WHERE name = ?1) AND id = ?2
  AND src NOT IN deleted_episode AND dst NOT IN deleted_episode

-- name: delete_relationship
-- ?1 workspace, ?2 id.
DELETE FROM relationship WHERE workspace = (SELECT key FROM workspace WHERE name = ?1) AND id = ?2
  AND src NOT IN deleted_episode AND dst NOT IN deleted_episode

-- name: delete_outgoing
-- ?1 episode key.
DELETE FROM relationship WHERE src = ?1 AND dst NOT IN deleted_episode

-- name: delete_incoming
-- ?1 episode key.
DELETE FROM relationship WHERE dst = ?1 AND src NOT IN deleted_episode

-- name: list_relationships
-- The relationships of an episode after a place in the list, oldest first. What is sorted has no metadata, which may be
-- large; and without an ORDER BY of the whole, rows are given one after the other.
-- ?1 episode key, ?2 types (bits), ?3 least strength, ?4 whether outgoing, ?5 whether incoming,
-- ?6 created_at and ?7 id of the place, ?8 limit, ?9 episode id. Columns: relationship.
SELECT r.id, iif(r.src = ?1, ?9, o.id), iif(r.src = ?1, o.id, ?9), r.type, r.strength, r.metadata, r.created_at
FROM (
  SELECT id, src, dst, type, created_at
  FROM relationship
  WHERE ?4 AND src = ?1 AND (?2 >> type) & 1 AND strength >= ?3 AND (created_at, id) > (?6, ?7) AND dst NOT IN deleted_episode
  UNION ALL
  SELECT id, src, dst, type, created_at
  FROM relationship
  WHERE ?5 AND dst = ?1 AND (?2 >> type) & 1 AND strength >= ?3 AND (created_at, id) > (?6, ?7) AND src NOT IN deleted_episode
  ORDER BY created_at, id
  LIMIT ?8 + 0) place
  CROSS JOIN relationship r ON r.src = place.src AND r.type = place.type AND r.dst = place.dst
  CROSS JOIN episode o INDEXED BY episode_key ON o.key = place.src + place.dst - ?1

-- name: count_relationships
-- How many relationships an episode has.
-- ?1 episode key, ?2 types (bits), ?3 least strength, ?4 whether outgoing, ?5 whether incoming. Columns: count.
SELECT
  (SELECT count(*) FROM relationship WHERE ?4 AND src = ?1 AND (?2 >> type) & 1 AND strength >= ?3 AND dst NOT IN deleted_episode)
  + (SELECT count(*) FROM relationship WHERE ?5 AND dst = ?1 AND (?2 >> type) & 1 AND strength >= ?3 AND src NOT IN deleted_episode)

-- name: count_all_relationships
-- How many relationships a workspace has.
-- ?1 workspace. Columns: count.
SELECT count(*) FROM relationship r INDEXED BY relationship_id
WHERE r.workspace = (SELECT key FROM workspace WHERE name = ?1)
  AND r.src NOT IN deleted_episode AND r.dst NOT IN deleted_episode

-- name: count_degrees
-- How many relationships an episode has, by direction and type.
-- ?1 episode key. Columns: whether incoming, type, count.
SELECT 0, type, count(*) FROM relationship WHERE src = ?1 AND dst NOT IN deleted_episode GROUP BY type
UNION ALL
SELECT 1, type, count(*) FROM relationship WHERE dst = ?1 AND src NOT IN deleted_episode GROUP BY type

-- name: newest_relationships
-- The newest relationships of an episode, newest first, without metadata.
-- ?1 episode key, ?2 episode id, ?3 limit. Columns: relationship without metadata; id, serial number, name and created_at
-- of the other episode.
SELECT r.id, iif(r.src = ?1, ?2, o.id), iif(r.src = ?1, o.id, ?2), r.type, r.strength, r.created_at,
  o.id, o.serial, o.name, o.created_at
FROM (
  SELECT id, src, dst, type, strength, created_at FROM relationship WHERE src = ?1 AND dst NOT IN deleted_episode
  UNION ALL
  SELECT id, src, dst, type, strength, created_at FROM relationship WHERE dst = ?1 AND src NOT IN deleted_episode
  ORDER BY created_at DESC, id DESC
  LIMIT ?3 + 0) r
  CROSS JOIN episode o ON o.key = r.src + r.dst - ?1
ORDER BY r.created_at DESC, r.id DESC

-- name: page_relationships
-- A page of all relationships of a workspace, by id.
-- ?1 workspace, ?2 id before the first, ?3 highest id, ?4 limit.
-- Columns: relationship, serial numbers of its ends.
SELECT r.id, a.id, b.id, r.type, r.strength, r.metadata, r.created_at, a.serial, b.serial
FROM relationship r INDEXED BY relationship_id
  CROSS JOIN episode a ON a.key = r.src
  CROSS JOIN episode b ON b.key = r.dst
WHERE r.workspace = (SELECT key FROM workspace WHERE name = ?1) AND r.id > ?2 AND r.id <= ?3
ORDER BY r.id
LIMIT ?4 + 0

-- name: backward_relationships
-- The relationships that the dates of their ends speak against, by id. It reads all relationships of the workspace.
-- ?1 workspace, ?2 types (bits) that start at the earlier episode, ?3 those that end there, ?4 how far the dates may be the
-- other way round, ?5 limit.
-- Columns: relationship without metadata, serial number, name and created_at of its ends.
SELECT r.id, a.id, b.id, r.type, r.strength, r.created_at, a.serial, a.name, a.created_at, b.serial, b.name, b.created_at
FROM relationship r INDEXED BY relationship_id
  CROSS JOIN episode a ON a.key = r.src
  CROSS JOIN episode b ON b.key = r.dst
WHERE r.workspace = (SELECT key FROM workspace WHERE name = ?1)
  AND ((?2 >> r.type) & 1 AND a.created_at - b.created_at > ?4 OR (?3 >> r.type) & 1 AND b.created_at - a.created_at > ?4)
  AND NOT EXISTS (SELECT 1 FROM relationship o WHERE o.src = r.dst AND o.type = r.type AND o.dst = r.src)
ORDER BY r.id
LIMIT ?5 + 0
