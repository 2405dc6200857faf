-- The workspaces with episodes that wait for a vector of a model, and those without a model. The first are found by
-- leaps from workspace to workspace, because many episodes may wait in one.
-- ?1 model, ?2 limit. Columns: workspaces.
WITH RECURSIVE reach (workspace) AS (
  SELECT min(workspace) FROM episode_waiting
  UNION ALL
  SELECT (SELECT min(o.workspace) FROM episode_waiting o WHERE o.workspace > reach.workspace)
  FROM reach WHERE reach.workspace IS NOT NULL)
SELECT w.name
FROM reach CROSS JOIN workspace w ON w.key = reach.workspace
  CROSS JOIN vector_model m ON m.key = coalesce(w.next_model, w.model)
WHERE m.name = ?1
UNION ALL
SELECT name FROM workspace INDEXED BY workspace_unnamed WHERE model IS NULL AND episodes > 0
LIMIT ?2 + 0
