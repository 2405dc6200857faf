-- How many episodes match, counted up to a bound.
-- ?1 query in the language of FTS5, ?2 bound.
-- Columns: count.
SELECT count(*) FROM (SELECT 1 FROM episode_index WHERE episode_index MATCH ?1 LIMIT ?2 + 0)
