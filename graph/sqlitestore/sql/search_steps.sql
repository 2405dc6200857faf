-- The relationships that lead away from a frontier.
-- ?1 episode keys (JSON), ?2 types (bits), ?3 least strength, ?4 whether outgoing, ?5 whether incoming.
-- Columns: key in the frontier, key of the neighbour, id, type, whether it is incoming, strength.
SELECT f.value, r.dst, r.id, r.type, FALSE, r.strength
FROM json_each(?1) f CROSS JOIN relationship r ON r.src = f.value
WHERE ?4 AND (?2 >> r.type) & 1 AND r.strength >= ?3
UNION ALL
SELECT f.value, r.src, r.id, r.type, TRUE, r.strength
FROM json_each(?1) f CROSS JOIN relationship r ON r.dst = f.value
WHERE ?5 AND (?2 >> r.type) & 1 AND r.strength >= ?3
