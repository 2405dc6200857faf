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
