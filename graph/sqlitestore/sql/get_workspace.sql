-- A workspace as writers need it.
-- ?1 name. Columns: key, highest serial number given, whether its episodes get vectors.
SELECT key, serial, model IS NOT NULL FROM workspace WHERE name = ?1
