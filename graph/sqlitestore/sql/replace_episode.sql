-- Stores everything that an update may change.
-- ?1 episode key, ?2 name, ?3 query, ?4 reflection, ?5 reward, ?6 tags, ?7 metadata, ?8 updated_at.
UPDATE episode
SET name = ?2, query = ?3, reflection = ?4, reward = ?5, tags = ?6, metadata = ?7, updated_at = ?8
WHERE key = ?1
