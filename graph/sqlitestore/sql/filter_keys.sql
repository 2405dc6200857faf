-- The episodes in a list that pass a filter.
-- ?1 episode keys (JSON), ?2 since, ?3 until, ?4 least and ?5 highest reward, ?6 tags (JSON).
-- Columns: episode keys (JSON).
SELECT json_group_array(e.key)
FROM json_each(?1) k CROSS JOIN episode e ON e.key = k.value
WHERE e.created_at >= ?2 AND e.created_at <= ?3 AND e.reward >= ?4 AND e.reward <= ?5
  AND (?6 = '[]' OR NOT EXISTS (
    SELECT 1 FROM json_each(?6) tag WHERE NOT EXISTS (
      SELECT 1 FROM episode_tag o WHERE o.workspace = e.workspace AND o.tag = tag.value AND o.episode = e.key)))
