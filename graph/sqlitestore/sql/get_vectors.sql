-- ?1 seqs (JSON). Columns: seq, vector.
SELECT v.seq, v.vector FROM json_each(?1) k CROSS JOIN episode_vector v ON v.seq = k.value
