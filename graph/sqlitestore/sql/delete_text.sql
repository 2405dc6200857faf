-- ?1 episode key.
DELETE FROM episode_index WHERE rowid = ?1
