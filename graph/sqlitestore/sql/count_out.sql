-- Takes out a deleted episode.
-- ?1 workspace key.
UPDATE workspace SET episodes = episodes - 1 WHERE key = ?1
