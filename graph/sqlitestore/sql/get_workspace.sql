-- A workspace as writers need it.
-- ?1 name. Columns: key, highest serial number given.
SELECT key, serial FROM workspace WHERE name = ?1
