-- ?1 workspace key. Columns: whether any episode waits.
SELECT EXISTS (SELECT 1 FROM episode_waiting WHERE workspace = ?1)
