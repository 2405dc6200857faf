-- ?1 workspace, ?2 token.
UPDATE episode_waiting SET token = '', until = 0
WHERE workspace = (SELECT key FROM workspace WHERE name = ?1) AND token = ?2 AND token <> ''
