-- Counts the episodes that a batch created.
-- ?1 workspace key, ?2 highest serial number given, ?3 episodes created.
UPDATE workspace SET serial = ?2, episodes = episodes + ?3 WHERE key = ?1
