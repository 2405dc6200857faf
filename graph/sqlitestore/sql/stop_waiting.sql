-- ?1 workspace key.
DELETE FROM episode_waiting WHERE workspace = ?1
