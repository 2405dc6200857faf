-- The columns of a workspace that writers need.
-- ?1 name. Columns: key, highest serial number given, whether its episodes get vectors, number of episodes,
-- languages, next languages, whether its texts are being indexed again, up to which serial number, how many.
SELECT key, serial, model IS NOT NULL, episodes, coalesce(languages, ''), coalesce(next_languages, ''),
  indexed_after IS NOT NULL, coalesce(indexed_after, 0), indexed
FROM workspace WHERE name = ?1
