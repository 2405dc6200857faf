-- How many episodes lie between two times: read from the index alone.
-- ?1 workspace, ?2 since, ?3 until. Columns: count.
SELECT count(*)
FROM episode e INDEXED BY episode_newest
WHERE e.workspace = (SELECT key FROM workspace WHERE name = ?1) AND e.created_at BETWEEN ?2 AND ?3
