-- ?1 episode key.
DELETE FROM relationship WHERE src = ?1
