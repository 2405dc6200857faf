-- All vectors whose episodes pass a filter with tags.
-- ?1 workspace key, ?2 model key, ?3 since, ?4 until, ?5 least and ?6 highest reward, ?7 first tag, ?8 other tags (JSON).
-- Columns: seqs (JSON).
SELECT json_group_array(v.seq)
FROM episode_tag t CROSS JOIN episode e ON e.key = t.episode
  CROSS JOIN episode_vector v ON v.episode = e.key AND v.model = ?2
WHERE t.workspace = ?1 AND t.tag = ?7
  AND e.created_at >= ?3 AND e.created_at <= ?4 AND e.reward >= ?5 AND e.reward <= ?6
  AND NOT EXISTS (
    SELECT 1 FROM json_each(?8) tag WHERE NOT EXISTS (
      SELECT 1 FROM episode_tag o WHERE o.workspace = t.workspace AND o.tag = tag.value AND o.episode = t.episode))
