-- The relationships of an episode after a place in the list, oldest first.
-- ?1 episode key, ?2 types (bits), ?3 least strength, ?4 whether outgoing, ?5 whether incoming,
-- ?6 created_at and ?7 id of the place, ?8 limit. Columns: relationship.
SELECT r.id, f.id, t.id, r.type, r.strength, r.metadata, r.created_at
FROM (
  SELECT id, src, dst, type, strength, metadata, created_at
  FROM relationship
  WHERE ?4 AND src = ?1 AND (?2 >> type) & 1 AND strength >= ?3 AND (created_at, id) > (?6, ?7)
  UNION ALL
  SELECT id, src, dst, type, strength, metadata, created_at
  FROM relationship
  WHERE ?5 AND dst = ?1 AND (?2 >> type) & 1 AND strength >= ?3 AND (created_at, id) > (?6, ?7)
  ORDER BY created_at, id
  LIMIT ?8 + 0) r
  CROSS JOIN episode f INDEXED BY episode_key ON f.key = r.src
  CROSS JOIN episode t INDEXED BY episode_key ON t.key = r.dst
ORDER BY r.created_at, r.id
