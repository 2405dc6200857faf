-- The relationships from one episode to another.
-- ?1 from key, ?2 to key, ?3 types (JSON). Columns: relationship.
SELECT r.id, f.id, t.id, r.type, r.strength, r.metadata, r.created_at
FROM relationship r
  CROSS JOIN episode f ON f.key = r.src
  CROSS JOIN episode t ON t.key = r.dst
WHERE r.src = ?1 AND r.type IN (SELECT value FROM json_each(?3)) AND r.dst = ?2
ORDER BY r.created_at, r.id
