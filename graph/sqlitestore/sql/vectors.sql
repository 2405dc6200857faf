-- Models and vectors.

-- name: get_models
-- A workspace and its models.
-- ?1 workspace. Columns: key, episodes, key and name of the model in use, key and name of the next; 0 and '' for none.
SELECT w.key, w.episodes, coalesce(m.key, 0), coalesce(m.name, ''), coalesce(n.key, 0), coalesce(n.name, '')
FROM workspace w LEFT JOIN vector_model m ON m.key = w.model LEFT JOIN vector_model n ON n.key = w.next_model
WHERE w.name = ?1

-- name: insert_model
-- ?1 name.
INSERT INTO vector_model (name) VALUES (?1)

-- name: delete_model
-- ?1 model key.
DELETE FROM vector_model WHERE key = ?1

-- name: set_models
-- ?1 workspace key, ?2 key of the model in use, ?3 key of the next, 0 for none.
UPDATE workspace SET model = ?2, next_model = nullif(?3, 0) WHERE key = ?1

-- name: insert_vector
-- ?1 model key, ?2 episode key, ?3 part, ?4 vector.
INSERT INTO episode_vector (model, episode, part, vector) VALUES (?1, ?2, ?3, ?4)

-- name: delete_vectors
-- ?1 episode key.
DELETE FROM episode_vector WHERE episode = ?1

-- name: delete_vectors_of
-- ?1 model key.
DELETE FROM episode_vector WHERE model = ?1

-- name: count_vectors
-- ?1 model key. Columns: vectors of all parts.
SELECT count(*) FROM episode_vector WHERE model = ?1

-- name: count_embedded
-- ?1 model key. Columns: episodes with vectors.
SELECT count(*) FROM episode_vector INDEXED BY episode_vector_first WHERE model = ?1 AND part = 0

-- name: read_sequence
-- Columns: highest seq of any vector so far.
SELECT seq FROM sqlite_sequence WHERE name = 'episode_vector'

-- name: page_vectors
-- ?1 model key, ?2 seq before the first, ?3 limit. Columns: seq, vector.
SELECT seq, vector FROM episode_vector INDEXED BY episode_vector_model
WHERE model = ?1 AND seq > ?2
ORDER BY seq
LIMIT ?3 + 0

-- name: get_vectors
-- ?1 seqs (JSON). Columns: seq, vector.
SELECT v.seq, v.vector FROM json_each(?1) k CROSS JOIN episode_vector v ON v.seq = k.value

-- name: get_near
-- The episodes of vectors.
-- ?1 seqs (JSON). Columns: seq, episode.
SELECT v.seq, e.id, e.serial, e.created_at, e.tags
FROM json_each(?1) k CROSS JOIN episode_vector v ON v.seq = k.value CROSS JOIN episode e ON e.key = v.episode

-- name: get_named
-- The vectors of episodes.
-- ?1 workspace key, ?2 ids (JSON), ?3 model key. Columns: episode, vector.
SELECT v.seq, e.id, e.serial, e.created_at, e.tags, v.vector
FROM json_each(?2) k CROSS JOIN episode e ON e.workspace = ?1 AND e.id = k.value
  CROSS JOIN episode_vector v ON v.episode = e.key AND v.model = ?3

-- name: filter_vectors
-- The vectors in a list whose episodes pass a filter.
-- ?1 seqs (JSON), ?2 since, ?3 until, ?4 least and ?5 highest reward, ?6 tags (JSON).
-- Columns: seqs (JSON).
SELECT json_group_array(v.seq)
FROM json_each(?1) k CROSS JOIN episode_vector v ON v.seq = k.value CROSS JOIN episode e ON e.key = v.episode
WHERE e.created_at >= ?2 AND e.created_at <= ?3 AND e.reward >= ?4 AND e.reward <= ?5
  AND (?6 = '[]' OR NOT EXISTS (
    SELECT 1 FROM json_each(?6) tag WHERE NOT EXISTS (
      SELECT 1 FROM episode_tag o WHERE o.workspace = e.workspace AND o.tag = tag.value AND o.episode = e.key)))

-- name: filter_all_vectors
-- All vectors whose episodes pass a filter without tags.
-- ?1 workspace key, ?2 model key, ?3 since, ?4 until, ?5 least and ?6 highest reward. Columns: seqs (JSON).
SELECT json_group_array(v.seq)
FROM episode e INDEXED BY episode_newest CROSS JOIN episode_vector v ON v.episode = e.key AND v.model = ?2
WHERE e.workspace = ?1 AND e.created_at >= ?3 AND e.created_at <= ?4 AND e.reward >= ?5 AND e.reward <= ?6

-- name: filter_tagged_vectors
-- All vectors whose episodes pass a filter with tags.
-- ?1 workspace key, ?2 model key, ?3 since, ?4 until, ?5 least and ?6 highest reward, ?7 first tag, ?8 other tags (JSON).
-- Columns: seqs (JSON).
SELECT json_group_array(v.seq)
FROM episode_tag t CROSS JOIN episode e ON e.key = t.episode
  CROSS JOIN episode_vector v ON v.episode = e.key AND v.model = ?2
WHERE t.workspace = ?1 AND t.tag = ?7
  AND e.created_at >= ?3 AND e.created_at <= ?4 AND e.reward >= ?5 AND e.reward <= ?6
  AND NOT EXISTS (
    SELECT 1 FROM json_each(?8) tag WHERE NOT EXISTS (
      SELECT 1 FROM episode_tag o WHERE o.workspace = t.workspace AND o.tag = tag.value AND o.episode = t.episode))
