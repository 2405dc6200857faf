-- The columns of a workspace that writers need.
-- A program of an earlier version names no languages: its texts are English.
-- ?1 name. Columns: key, highest serial number given, whether its episodes get vectors, number of episodes,
-- languages, next languages, whether its texts are being indexed again, up to which serial number, how many.
SELECT key, serial, model IS NOT NULL, episodes, coalesce(languages, CASE WHEN serial > 0 THEN 'english' ELSE '' END), coalesce(next_languages, ''),
  indexed_after IS NOT NULL, coalesce(indexed_after, 0), indexed
FROM workspace WHERE name = ?1
