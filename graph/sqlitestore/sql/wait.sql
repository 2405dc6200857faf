-- Makes an episode wait for a vector, if its workspace has a model. A claim on its former text ends.
-- ?1 workspace key, ?2 episode key.
INSERT INTO episode_waiting (workspace, episode, token, until)
SELECT key, ?2, '', 0 FROM workspace WHERE key = ?1 AND model IS NOT NULL
ON CONFLICT (workspace, episode) DO UPDATE SET token = '', until = 0
