-- The values from which scores are computed.
-- ?1 episode keys (JSON).
-- Columns: key, id, serial number, created_at, tags, length, terms.
SELECT e.key, e.id, e.serial, e.created_at, e.tags, t.length, t.terms
FROM json_each(?1) k CROSS JOIN episode e ON e.key = k.value CROSS JOIN episode_terms t ON t.episode = e.key
