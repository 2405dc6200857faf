-- The levels of episodes in the topological orders. A type is 0 (follows) or 1 (causes).

-- name: orders_kept
-- Which orders of a workspace are kept.
-- ?1 workspace key. Columns: whether that of follows is, whether that of causes is.
SELECT
  NOT EXISTS (SELECT 1 FROM order_state WHERE ordering = 2 * ?1)
  AND NOT EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * ?1),
  NOT EXISTS (SELECT 1 FROM order_state WHERE ordering = 2 * ?1 + 1)
  AND NOT EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * ?1 + 1)

-- name: find_ordered
-- Episodes with their row keys and their places in an order. An episode of another program may have no level yet.
-- ?1 workspace, ?2 ids (JSON), ?3 type, ?4 whether to read the serial number, name and created_at.
-- Columns: those of find_nodes, level, whether it has successors, whether the order is kept.
SELECT e.key, e.workspace, e.id, iif(?4, e.serial, 0), iif(?4, e.name, ''), iif(?4, e.created_at, 0),
  coalesce((SELECT iif(?3 = 0, follows, causes) FROM episode_order WHERE episode = e.key), 0),
  EXISTS (SELECT 1 FROM relationship WHERE src = e.key AND type = ?3 AND dst NOT IN deleted_episode),
  (SELECT NOT EXISTS (SELECT 1 FROM order_state WHERE ordering = 2 * key + ?3)
    AND NOT EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * key + ?3)
   FROM workspace WHERE name = ?1)
FROM json_each(?2) k
  CROSS JOIN episode e ON e.workspace = (SELECT key FROM workspace WHERE name = ?1) AND e.id = k.value

-- name: get_levels
-- The levels of episodes.
-- ?1 episode keys (JSON), ?2 type. Columns: key, level.
SELECT o.episode, iif(?2 = 0, o.follows, o.causes)
FROM json_each(?1) k CROSS JOIN episode_order o ON o.episode = k.value

-- name: set_follows
-- Sets levels by follows.
-- ?1 lists of episode key, level and, optionally, the serial number that the episode must have (JSON).
UPDATE episode_order SET follows = k.value ->> 1
FROM json_each(?1) k WHERE episode = k.value ->> 0 AND serial = coalesce(k.value ->> 2, serial)

-- name: set_causes
-- Sets levels by causes.
-- ?1 lists of episode key, level and, optionally, the serial number that the episode must have (JSON).
UPDATE episode_order SET causes = k.value ->> 1
FROM json_each(?1) k WHERE episode = k.value ->> 0 AND serial = coalesce(k.value ->> 2, serial)

-- name: restore_orders
-- Adds episodes that have no levels yet, on level 0.
-- ?1 episode keys (JSON).
INSERT INTO episode_order (episode, workspace, created_at, serial)
SELECT e.key, e.workspace, e.created_at, e.serial
FROM json_each(?1) k CROSS JOIN episode e ON e.key = k.value
WHERE NOT EXISTS (SELECT 1 FROM episode_order WHERE episode = e.key)

-- name: get_ordering
-- The ends of a relationship, if it is of an ordering type.
-- ?1 workspace, ?2 id. Columns: from key, to key, workspace key, type.
SELECT src, dst, workspace, type
FROM relationship
WHERE workspace = (SELECT key FROM workspace WHERE name = ?1) AND id = ?2 AND type < 2
  AND src NOT IN deleted_episode AND dst NOT IN deleted_episode

-- name: get_ends
-- The far ends of some relationships of an episode.
-- ?1 episode key, ?2 limit. Columns: key, type (-1 if incoming).
SELECT dst, type FROM relationship WHERE src = ?1 AND dst NOT IN deleted_episode
UNION ALL
SELECT src, -1 FROM relationship WHERE dst = ?1 AND src NOT IN deleted_episode
LIMIT ?2 + 0

-- name: clear_notes
-- ?1 ordering.
DELETE FROM order_note WHERE ordering = ?1

-- name: insert_notes
-- ?1 ordering, ?2 episode keys (JSON).
INSERT OR IGNORE INTO order_note (ordering, episode) SELECT ?1, value FROM json_each(?2)

-- name: page_notes
-- Some of the episodes whose level may be wrong.
-- ?1 ordering, ?2 limit. Columns: key.
SELECT episode FROM order_note WHERE ordering = ?1 LIMIT ?2 + 0

-- name: find_unsettled
-- An order that has notes or is to be computed, and that nobody computes: the next one after ?2, or the first one. So
-- orders take turns. A claim that is further ahead than it can last does not count: the clock was set back.
-- ?1 the time now, ?2 ordering, ?3 until when a claim lasts that is made now. Columns: ordering, state (0 if there are only notes).
WITH RECURSIVE noted (ordering) AS (
  SELECT min(ordering) FROM order_note
  UNION ALL
  SELECT (SELECT min(ordering) FROM order_note WHERE ordering > noted.ordering) FROM noted WHERE noted.ordering IS NOT NULL)
SELECT ordering, state FROM (
  SELECT noted.ordering AS ordering, coalesce(s.state, 0) AS state
  FROM noted LEFT JOIN order_state s ON s.ordering = noted.ordering
  WHERE noted.ordering IS NOT NULL AND (coalesce(s.until, 0) <= ?1 OR s.until > ?3)
  UNION ALL
  SELECT s.ordering, s.state FROM order_state s WHERE s.state = 1 AND (s.until <= ?1 OR s.until > ?3))
ORDER BY ordering <= ?2, ordering
LIMIT 1

-- name: get_order_state
-- The state of an order, and how many episodes have notes.
-- ?1 ordering. Columns: state (0 if there is none), until when it is computed, notes.
SELECT coalesce((SELECT state FROM order_state WHERE ordering = ?1), 0),
  coalesce((SELECT until FROM order_state WHERE ordering = ?1), 0),
  (SELECT count(*) FROM order_note WHERE ordering = ?1)

-- name: count_unsettled
-- How many orders are not kept.
-- Columns: orders.
WITH RECURSIVE noted (ordering) AS (
  SELECT min(ordering) FROM order_note
  UNION ALL
  SELECT (SELECT min(ordering) FROM order_note WHERE ordering > noted.ordering) FROM noted WHERE noted.ordering IS NOT NULL)
SELECT count(*) FROM (
  SELECT ordering FROM noted WHERE ordering IS NOT NULL UNION SELECT s.ordering FROM order_state s)

-- name: get_order_token
-- Who computes an order.
-- ?1 ordering. Columns: token.
SELECT token FROM order_state WHERE ordering = ?1

-- name: put_order_state
-- ?1 ordering, ?2 state, ?3 token, ?4 until.
INSERT INTO order_state (ordering, state, token, until) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT DO UPDATE SET state = excluded.state, token = excluded.token, until = excluded.until

-- name: delete_order_state
-- ?1 ordering.
DELETE FROM order_state WHERE ordering = ?1

-- name: level_rows
-- The level that each episode of a workspace has now.
-- ?1 workspace key, ?2 type. Columns: key, serial number, level (-1 if it has none yet).
SELECT e.key, e.serial, coalesce(iif(?2 = 0, o.follows, o.causes), -1)
FROM episode e INDEXED BY episode_serial LEFT JOIN episode_order o ON o.episode = e.key
WHERE e.workspace = ?1

-- name: page_follows
-- A page of the order by follows.
-- ?1 workspace key, ?2 limit, ?3 offset, ?4 level, ?5 created_at and ?6 serial number of the place before.
-- Columns: key, node, level.
SELECT e.key, e.id, e.serial, e.name, e.created_at, e.reward, o.follows
FROM (
  SELECT episode, follows FROM episode_order INDEXED BY episode_order_follows
  WHERE workspace = ?1 AND (follows, created_at, serial) > (?4, ?5, ?6)
  ORDER BY follows, created_at, serial LIMIT ?2 + 0 OFFSET ?3 + 0) o
  CROSS JOIN episode e ON e.key = o.episode

-- name: page_causes
-- A page of the order by causes.
-- ?1 workspace key, ?2 limit, ?3 offset, ?4 level, ?5 created_at and ?6 serial number of the place before.
-- Columns: key, node, level.
SELECT e.key, e.id, e.serial, e.name, e.created_at, e.reward, o.causes
FROM (
  SELECT episode, causes FROM episode_order INDEXED BY episode_order_causes
  WHERE workspace = ?1 AND (causes, created_at, serial) > (?4, ?5, ?6)
  ORDER BY causes, created_at, serial LIMIT ?2 + 0 OFFSET ?3 + 0) o
  CROSS JOIN episode e ON e.key = o.episode

-- name: get_predecessors
-- The direct predecessors of episodes, oldest first.
-- ?1 episode keys (JSON), ?2 type. Columns: key, id of a predecessor.
SELECT r.dst, e.id
FROM json_each(?1) k
  CROSS JOIN relationship r INDEXED BY relationship_incoming ON r.dst = k.value AND r.type = ?2
  CROSS JOIN episode_order o ON o.episode = r.src
  CROSS JOIN episode e INDEXED BY episode_key ON e.key = r.src
ORDER BY r.dst, o.created_at, o.serial
