-- Subtracts a deleted episode from the count.
-- ?1 workspace key.
UPDATE workspace SET episodes = episodes - 1 WHERE key = ?1
