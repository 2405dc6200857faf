-- ?1 episode key.
DELETE FROM episode_vector WHERE episode = ?1
