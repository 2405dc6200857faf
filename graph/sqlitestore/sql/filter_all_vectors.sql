-- All vectors whose episodes pass a filter without tags.
-- ?1 workspace key, ?2 model key, ?3 since, ?4 until, ?5 least and ?6 highest reward. Columns: seqs (JSON).
SELECT json_group_array(v.seq)
FROM episode e INDEXED BY episode_newest CROSS JOIN episode_vector v ON v.episode = e.key AND v.model = ?2
WHERE e.workspace = ?1 AND e.created_at >= ?3 AND e.created_at <= ?4 AND e.reward >= ?5 AND e.reward <= ?6
