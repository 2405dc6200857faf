-- ?1 workspace key, ?2 episode keys (JSON), ?3 token, ?4 until.
UPDATE episode_waiting SET token = ?3, until = ?4
WHERE workspace = ?1 AND episode IN (SELECT value FROM json_each(?2))
