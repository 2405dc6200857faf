-- The relationships of one type between some episodes.
-- ?1 episode keys (JSON), ?2 type. Columns: from key, to key.
SELECT r.src, r.dst
FROM json_each(?1) k CROSS JOIN relationship r ON r.src = k.value AND r.type = ?2
WHERE +r.dst IN (SELECT value FROM json_each(?1))
