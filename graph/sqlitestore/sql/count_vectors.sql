-- ?1 model key. Columns: vectors.
SELECT count(*) FROM episode_vector WHERE model = ?1
