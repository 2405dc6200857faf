-- ?1 episode key.
DELETE FROM relationship WHERE dst = ?1
