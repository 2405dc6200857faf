-- Episodes that wait for a vector, and claims on them.

-- name: wait
-- Makes an episode wait for a vector, if its workspace has a model. A claim on its former text ends.
-- ?1 workspace key, ?2 episode key.
INSERT INTO episode_waiting (workspace, episode, token, until)
SELECT key, ?2, '', 0 FROM workspace WHERE key = ?1 AND model IS NOT NULL
ON CONFLICT (workspace, episode) DO UPDATE SET token = '', until = 0

-- name: wait_new
-- Makes new episodes wait for a vector.
-- ?1 first key, ?2 last key.
INSERT INTO episode_waiting (workspace, episode, token, until)
SELECT workspace, key, '', 0 FROM episode WHERE key BETWEEN ?1 AND ?2

-- name: wait_all
-- Makes every episode wait for which nothing was stored by a model.
-- ?1 workspace key, ?2 model key.
INSERT INTO episode_waiting (workspace, episode, token, until)
SELECT ?1, e.key, '', 0
FROM episode e
WHERE e.workspace = ?1 AND NOT EXISTS (SELECT 1 FROM episode_vector v WHERE v.episode = e.key AND v.model = ?2)

-- name: count_waiting
-- ?1 workspace key. Columns: episodes that wait.
SELECT count(*) FROM episode_waiting WHERE workspace = ?1

-- name: is_waiting
-- ?1 workspace key. Columns: whether any episode waits.
SELECT EXISTS (SELECT 1 FROM episode_waiting WHERE workspace = ?1)

-- name: stop_waiting
-- ?1 workspace key.
DELETE FROM episode_waiting WHERE workspace = ?1

-- name: delete_waiting
-- ?1 workspace key, ?2 episode key.
DELETE FROM episode_waiting WHERE workspace = ?1 AND episode = ?2

-- name: find_waiting
-- Waiting episodes that no claim holds, the newest first, because those are searched for soonest. An expired claim
-- holds none, even if its token is the same. Nor does one that is further ahead than it can last: the clock was set back.
-- ?1 workspace key, ?2 now, ?3 until when a claim lasts that is made now, ?4 limit. Columns: key, id, name, query, reflection.
SELECT e.key, e.id, e.name, e.query, e.reflection
FROM episode_waiting w CROSS JOIN episode e ON e.key = w.episode
WHERE w.workspace = ?1 AND (w.token = '' OR w.until <= ?2 OR w.until > ?3)
ORDER BY w.episode DESC
LIMIT ?4 + 0

-- name: waiting_workspaces
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

-- name: hold
-- ?1 workspace key, ?2 episode keys (JSON), ?3 token, ?4 until.
UPDATE episode_waiting SET token = ?3, until = ?4
WHERE workspace = ?1 AND episode IN (SELECT value FROM json_each(?2))

-- name: get_held
-- An episode that a token holds.
-- ?1 workspace key, ?2 id, ?3 token. Columns: key.
SELECT w.episode
FROM episode e CROSS JOIN episode_waiting w ON w.workspace = e.workspace AND w.episode = e.key
WHERE e.workspace = ?1 AND e.id = ?2 AND w.token = ?3 AND w.token <> ''

-- name: let_go
-- ?1 workspace, ?2 token.
UPDATE episode_waiting SET token = '', until = 0
WHERE workspace = (SELECT key FROM workspace WHERE name = ?1) AND token = ?2 AND token <> ''
