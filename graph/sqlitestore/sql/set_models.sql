-- ?1 workspace key, ?2 key of the model in use, ?3 key of the next, 0 for none.
UPDATE workspace SET model = ?2, next_model = nullif(?3, 0) WHERE key = ?1
