-- ?1 model key, ?2 seq before the first, ?3 limit. Columns: seq, vector.
SELECT seq, vector FROM episode_vector INDEXED BY episode_vector_model
WHERE model = ?1 AND seq > ?2
ORDER BY seq
LIMIT ?3 + 0
