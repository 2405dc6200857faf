-- ?1 episode key, ?2 tokens, ?3 terms.
INSERT INTO episode_index (rowid, words, stems) VALUES (?1, ?2, ?3)
