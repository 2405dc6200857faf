-- How many episodes hold a word, counted up to a bound.
-- ?1 query in the language of FTS5, ?2 bound.
-- Columns: count.
SELECT count(*) FROM (SELECT 1 FROM episode_text WHERE episode_text MATCH ?1 LIMIT ?2 + 0)
