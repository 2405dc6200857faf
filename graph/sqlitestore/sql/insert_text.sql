-- ?1 episode key, ?2 text to search.
INSERT INTO episode_text (rowid, text) VALUES (?1, ?2)
