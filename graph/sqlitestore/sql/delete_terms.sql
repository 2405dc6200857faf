-- ?1 episode key.
DELETE FROM episode_terms WHERE episode = ?1
