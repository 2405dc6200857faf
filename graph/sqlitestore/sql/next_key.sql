-- The key of the next episode.
-- Columns: key.
SELECT ifnull(max(key), 0) + 1 FROM episode
