-- A workspace as writers need it.
-- ?1 name. Columns: key, highest serial number given, whether its episodes get vectors, how many they are, its
-- languages, those that are to follow, whether its texts are indexed anew, up to which serial number, and how many.
SELECT key, serial, model IS NOT NULL, episodes, coalesce(languages, ''), coalesce(next_languages, ''),
  indexed_after IS NOT NULL, coalesce(indexed_after, 0), indexed
FROM workspace WHERE name = ?1
