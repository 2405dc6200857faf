-- ?1 episode key.
DELETE FROM episode_text WHERE rowid = ?1
