-- A workspace and its models.
-- ?1 workspace. Columns: key, episodes, key and name of the model in use, key and name of the next; 0 and '' for none.
SELECT w.key, w.episodes, coalesce(m.key, 0), coalesce(m.name, ''), coalesce(n.key, 0), coalesce(n.name, '')
FROM workspace w LEFT JOIN vector_model m ON m.key = w.model LEFT JOIN vector_model n ON n.key = w.next_model
WHERE w.name = ?1
