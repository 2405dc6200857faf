-- ?1 episode key, ?2 text to search.
UPDATE episode_text SET text = ?2 WHERE rowid = ?1
