-- How many episodes lie within bounds: read from the index alone.
-- ?1 workspace, ?2 since, ?3 until, ?4 least reward, ?5 highest reward. Columns: count.
SELECT count(*)
FROM episode e INDEXED BY episode_newest
WHERE e.workspace = (SELECT key FROM workspace WHERE name = ?1) AND e.created_at BETWEEN ?2 AND ?3 AND e.reward BETWEEN ?4 AND ?5
