-- ?1 episode key, ?2 tokens, ?3 terms.
UPDATE episode_index SET words = ?2, stems = ?3 WHERE rowid = ?1
