-- ?1 model key.
DELETE FROM vector_model WHERE key = ?1
