-- The episodes of vectors.
-- ?1 seqs (JSON). Columns: seq, episode.
SELECT v.seq, e.id, e.serial, e.created_at, e.tags
FROM json_each(?1) k CROSS JOIN episode_vector v ON v.seq = k.value CROSS JOIN episode e ON e.key = v.episode
