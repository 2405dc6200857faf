-- ?1 workspace key. Columns: episodes that wait.
SELECT count(*) FROM episode_waiting WHERE workspace = ?1
