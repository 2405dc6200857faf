-- Every relationship of an ordering type, sorted by where it ends.
-- ?1 workspace key, ?2 type. Columns: to key, from key.
SELECT dst, src
FROM relationship INDEXED BY relationship_back
WHERE workspace = ?1 AND type = ?2 AND type < 2
ORDER BY dst
