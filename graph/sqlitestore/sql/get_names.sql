-- What episodes are called.
-- ?1 episode keys (JSON). Columns: key, id, name.
SELECT e.key, e.id, e.name
FROM json_each(?1) k CROSS JOIN episode e ON e.key = k.value
