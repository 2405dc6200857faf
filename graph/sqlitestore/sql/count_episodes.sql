-- How many episodes a workspace has.
-- ?1 workspace. Columns: count.
SELECT episodes FROM workspace WHERE name = ?1
