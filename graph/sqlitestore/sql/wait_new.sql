-- Makes new episodes wait for a vector.
-- ?1 first key, ?2 last key.
INSERT INTO episode_waiting (workspace, episode, token, until)
SELECT workspace, key, '', 0 FROM episode WHERE key BETWEEN ?1 AND ?2
