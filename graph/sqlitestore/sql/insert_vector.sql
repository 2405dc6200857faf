-- ?1 model key, ?2 episode key, ?3 vector.
INSERT INTO episode_vector (model, episode, vector) VALUES (?1, ?2, ?3)
