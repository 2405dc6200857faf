-- An episode that a token holds.
-- ?1 workspace key, ?2 id, ?3 token. Columns: key.
SELECT w.episode
FROM episode e CROSS JOIN episode_waiting w ON w.workspace = e.workspace AND w.episode = e.key
WHERE e.workspace = ?1 AND e.id = ?2 AND w.token = ?3 AND w.token <> ''
