-- The relationships of those episodes in a list that have at most ?4.
-- ?1 workspace, ?2 ids (JSON), ?3 types (bits), ?4 limit of relationships for each episode.
-- Columns: id, from, to, type, strength, created_at.
WITH
  node AS MATERIALIZED (
    SELECT e.key
    FROM json_each(?2) i CROSS JOIN episode e
      ON e.workspace = (SELECT key FROM workspace WHERE name = ?1) AND e.id = i.value
    WHERE ?4 >= (SELECT count(*) FROM (SELECT 1 FROM relationship WHERE src = e.key AND (?3 >> type) & 1 LIMIT ?4 + 1))
              + (SELECT count(*) FROM (SELECT 1 FROM relationship WHERE dst = e.key AND (?3 >> type) & 1 LIMIT ?4 + 1))),
  edge AS (
    SELECT r.src, r.dst, r.type, r.strength, r.id, r.created_at
    FROM node CROSS JOIN relationship r ON r.src = node.key WHERE (?3 >> r.type) & 1
    UNION
    SELECT r.src, r.dst, r.type, r.strength, r.id, r.created_at
    FROM node CROSS JOIN relationship r ON r.dst = node.key WHERE (?3 >> r.type) & 1)
SELECT r.id, f.id, t.id, r.type, r.strength, r.created_at
FROM edge r
  CROSS JOIN episode f INDEXED BY episode_key ON f.key = r.src
  CROSS JOIN episode t INDEXED BY episode_key ON t.key = r.dst
