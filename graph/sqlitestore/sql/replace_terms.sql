-- ?1 episode key, ?2 length, ?3 terms.
UPDATE episode_terms SET length = ?2, terms = ?3 WHERE episode = ?1
