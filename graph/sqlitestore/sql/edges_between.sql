-- The relationships between some episodes.
-- ?1 episode keys (JSON), ?2 types (bits), ?3 limit (-1: none). Columns: from key, to key, id, type, strength,
-- created_at.
SELECT r.src, r.dst, r.id, r.type, r.strength, r.created_at
FROM json_each(?1) k CROSS JOIN relationship r ON r.src = k.value
WHERE (?2 >> r.type) & 1 AND +r.dst IN (SELECT value FROM json_each(?1))
ORDER BY r.created_at, r.id LIMIT ?3
