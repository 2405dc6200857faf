-- ?1 workspace, ?2 id.
DELETE FROM relationship WHERE workspace = (SELECT key FROM workspace WHERE name = ?1) AND id = ?2
