-- ?1 workspace key, ?2 episode key.
DELETE FROM episode_waiting WHERE workspace = ?1 AND episode = ?2
