-- Episodes of a workspace as they are indexed, by serial number.
-- ?1 workspace key, ?2 serial number before the first, ?3 limit.
-- Columns: key, serial number, id, name, query, reflection, tags.
SELECT key, serial, id, name, query, reflection, tags
FROM episode WHERE workspace = ?1 AND serial > ?2 ORDER BY serial LIMIT ?3 + 0
