-- ?1 episode key.
DELETE FROM episode WHERE key = ?1
