-- ?1 workspace key, ?2 episode key, ?3 the tags it has (JSON).
DELETE FROM episode_tag
WHERE workspace = ?1 AND tag IN (SELECT value FROM json_each(?3)) AND episode = ?2
