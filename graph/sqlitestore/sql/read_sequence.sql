-- Columns: highest seq that a vector was given.
SELECT seq FROM sqlite_sequence WHERE name = 'episode_vector'
