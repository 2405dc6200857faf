-- What is searched of some episodes.
-- ?1 episode keys (JSON).
-- Columns: id, name, query, reflection, tags.
SELECT e.id, e.name, e.query, e.reflection, e.tags
FROM json_each(?1) k CROSS JOIN episode e ON e.key = k.value
