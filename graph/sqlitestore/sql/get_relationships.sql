-- Several relationships.
-- ?1 workspace, ?2 ids (JSON). Columns: relationship.
SELECT r.id, f.id, t.id, r.type, r.strength, r.metadata, r.created_at
FROM relationship r
  CROSS JOIN episode f INDEXED BY episode_key ON f.key = r.src
  CROSS JOIN episode t INDEXED BY episode_key ON t.key = r.dst
WHERE r.workspace = (SELECT key FROM workspace WHERE name = ?1) AND r.id IN (SELECT value FROM json_each(?2))
