-- ?1 model key.
DELETE FROM episode_vector WHERE model = ?1
