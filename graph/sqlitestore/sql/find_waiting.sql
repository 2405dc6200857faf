-- Waiting episodes that no claim holds, the newest first, because those are searched for soonest. An expired claim
-- holds none, even if its token is the same.
-- ?1 workspace key, ?2 now, ?3 limit. Columns: key, id, name, query, reflection.
SELECT e.key, e.id, e.name, e.query, e.reflection
FROM episode_waiting w CROSS JOIN episode e ON e.key = w.episode
WHERE w.workspace = ?1 AND (w.token = '' OR w.until <= ?2)
ORDER BY w.episode DESC
LIMIT ?3 + 0
