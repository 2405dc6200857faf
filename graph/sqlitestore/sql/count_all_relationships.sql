-- How many relationships a workspace has.
-- ?1 workspace. Columns: count.
SELECT count(*) FROM relationship r INDEXED BY relationship_id
WHERE r.workspace = (SELECT key FROM workspace WHERE name = ?1)
