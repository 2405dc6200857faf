-- Steps along relationships.

-- name: adjacent
-- The relationships of those episodes in a list that have at most ?4.
-- ?1 workspace, ?2 ids (JSON), ?3 types (bits), ?4 limit of relationships for each episode, ?5 limit of all (-1: none).
-- Columns: id, from, to, type, strength, created_at.
WITH
  node AS MATERIALIZED (
    SELECT e.key
    FROM json_each(?2) i CROSS JOIN episode e
      ON e.workspace = (SELECT key FROM workspace WHERE name = ?1) AND e.id = i.value
    WHERE ?4 >= (SELECT count(*) FROM (SELECT 1 FROM relationship WHERE src = e.key AND (?3 >> type) & 1 AND dst NOT IN deleted_episode LIMIT ?4 + 1))
              + (SELECT count(*) FROM (SELECT 1 FROM relationship WHERE dst = e.key AND (?3 >> type) & 1 AND src NOT IN deleted_episode LIMIT ?4 + 1))),
  edge AS (
    SELECT r.src, r.dst, r.type, r.strength, r.id, r.created_at
    FROM node CROSS JOIN relationship r ON r.src = node.key WHERE (?3 >> r.type) & 1 AND r.dst NOT IN deleted_episode
    UNION
    SELECT r.src, r.dst, r.type, r.strength, r.id, r.created_at
    FROM node CROSS JOIN relationship r ON r.dst = node.key WHERE (?3 >> r.type) & 1 AND r.src NOT IN deleted_episode)
SELECT r.id, f.id, t.id, r.type, r.strength, r.created_at
FROM edge r
  CROSS JOIN episode f INDEXED BY episode_key ON f.key = r.src
  CROSS JOIN episode t INDEXED BY episode_key ON t.key = r.dst
LIMIT ?5 + 0

-- name: search_steps
-- The relationships that lead away from a frontier.
-- ?1 episode keys (JSON), ?2 types (bits), ?3 least strength, ?4 whether outgoing, ?5 whether incoming, ?6 limit (-1: none).
-- Columns: key in the frontier, key of the neighbour, id, type, whether it is incoming, strength.
SELECT f.value, r.dst, r.id, r.type, FALSE, r.strength
FROM json_each(?1) f CROSS JOIN relationship r ON r.src = f.value
WHERE ?4 AND (?2 >> r.type) & 1 AND r.strength >= ?3 AND r.dst NOT IN deleted_episode
UNION ALL
SELECT f.value, r.src, r.id, r.type, TRUE, r.strength
FROM json_each(?1) f CROSS JOIN relationship r ON r.dst = f.value
WHERE ?5 AND (?2 >> r.type) & 1 AND r.strength >= ?3 AND r.src NOT IN deleted_episode
LIMIT ?6 + 0

-- name: get_names
-- The names of episodes.
-- ?1 episode keys (JSON). Columns: key, id, serial, name, reward.
SELECT e.key, e.id, e.serial, e.name, e.reward
FROM json_each(?1) k CROSS JOIN episode e ON e.key = k.value

-- name: reach_onwards
-- Relationships of one ordering type out of a frontier, and out of some of the episodes beyond it.
-- ?1 episode keys (JSON), ?2 type, ?3 number of episodes, including the frontier, ?4 limit (-1: none).
-- Columns: key, key of a neighbour or NULL. An episode without neighbours is listed, too.
WITH RECURSIVE reach (key) AS (
  SELECT value FROM json_each(?1)
  UNION
  SELECT r.dst
  FROM reach CROSS JOIN relationship r ON r.src = reach.key AND r.type = ?2 AND r.dst NOT IN deleted_episode
  LIMIT ?3 + 0)
SELECT reach.key, r.dst
FROM reach LEFT JOIN relationship r ON r.src = reach.key AND r.type = ?2 AND r.dst NOT IN deleted_episode
LIMIT ?4 + 0

-- name: reach_back
-- Relationships of one ordering type into a frontier, and into some of the episodes before it.
-- ?1 episode keys (JSON), ?2 type, ?3 number of episodes, including the frontier, ?4 limit (-1: none).
-- Columns: key, key of a neighbour or NULL. An episode without neighbours is listed, too.
WITH RECURSIVE reach (key) AS (
  SELECT value FROM json_each(?1)
  UNION
  SELECT r.src
  FROM reach CROSS JOIN relationship r INDEXED BY relationship_incoming ON r.dst = reach.key AND r.type = ?2 AND r.src NOT IN deleted_episode
  LIMIT ?3 + 0)
SELECT reach.key, r.src
FROM reach LEFT JOIN relationship r INDEXED BY relationship_incoming ON r.dst = reach.key AND r.type = ?2 AND r.src NOT IN deleted_episode
LIMIT ?4 + 0

-- name: whole_type
-- Every relationship of a type, in any order.
-- ?1 workspace key, ?2 type. Columns: from key, to key.
SELECT src, dst FROM relationship INDEXED BY relationship_id
WHERE workspace = ?1 AND type = ?2 AND src NOT IN deleted_episode AND dst NOT IN deleted_episode
