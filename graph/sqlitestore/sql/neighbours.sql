-- The episodes one relationship away from some episodes, in either direction.
-- ?1 episode keys (JSON), ?2 types (bits). Columns: key.
SELECT r.dst FROM json_each(?1) k CROSS JOIN relationship r ON r.src = k.value WHERE (?2 >> r.type) & 1
UNION
SELECT r.src FROM json_each(?1) k CROSS JOIN relationship r ON r.dst = k.value WHERE (?2 >> r.type) & 1
