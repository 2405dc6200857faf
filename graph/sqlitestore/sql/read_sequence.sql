-- Columns: highest seq of any vector so far.
SELECT seq FROM sqlite_sequence WHERE name = 'episode_vector'
