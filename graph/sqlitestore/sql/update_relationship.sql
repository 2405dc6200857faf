-- ?1 workspace, ?2 id, ?3 strength or NULL, ?4 whether metadata changes, ?5 metadata.
UPDATE relationship
SET strength = coalesce(?3, strength), metadata = iif(?4, ?5, metadata)
WHERE workspace = (SELECT key FROM workspace WHERE name = ?1) AND id = ?2
