-- The vectors of episodes.
-- ?1 workspace key, ?2 ids (JSON), ?3 model key. Columns: episode, vector.
SELECT v.seq, e.id, e.serial, e.created_at, e.tags, v.vector
FROM json_each(?2) k CROSS JOIN episode e ON e.workspace = ?1 AND e.id = k.value
  CROSS JOIN episode_vector v ON v.episode = e.key AND v.model = ?3
