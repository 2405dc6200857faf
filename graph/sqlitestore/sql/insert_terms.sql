-- ?1 episode key, ?2 length, ?3 terms.
INSERT INTO episode_terms (episode, length, terms) VALUES (?1, ?2, ?3)
