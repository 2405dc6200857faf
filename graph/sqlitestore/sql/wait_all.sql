-- Makes every episode without a vector of a model wait for one.
-- ?1 workspace key, ?2 model key.
INSERT INTO episode_waiting (workspace, episode, token, until)
SELECT ?1, e.key, '', 0
FROM episode e
WHERE e.workspace = ?1 AND NOT EXISTS (SELECT 1 FROM episode_vector v WHERE v.episode = e.key AND v.model = ?2)
