-- The relationships from one episode to another.
-- ?1 from key, ?2 to key, ?3 types (JSON), ?4 from id, ?5 to id. Columns: relationship.
SELECT r.id, ?4, ?5, r.type, r.strength, r.metadata, r.created_at
FROM relationship r
WHERE r.src = ?1 AND r.type IN (SELECT value FROM json_each(?3)) AND +r.dst = ?2
ORDER BY r.created_at, r.id
