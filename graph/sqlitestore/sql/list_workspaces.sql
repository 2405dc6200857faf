-- Workspaces with episodes, by name.
-- ?1 name before the first, ?2 limit. Columns: name.
SELECT name FROM workspace WHERE name > ?1 AND episodes > 0 ORDER BY name LIMIT ?2 + 0
