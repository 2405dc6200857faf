-- Every relationship of an ordering type, sorted by its start.
-- ?1 workspace key, ?2 type. Columns: from key, to key.
SELECT src, dst
FROM relationship INDEXED BY relationship_onwards
WHERE workspace = ?1 AND type = ?2 AND type < 2
ORDER BY src
