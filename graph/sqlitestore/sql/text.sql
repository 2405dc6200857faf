-- The text index, and searches in it.

-- name: page_indexed
-- Episodes of a workspace as they are indexed, by serial number.
-- ?1 workspace key, ?2 serial number before the first, ?3 limit.
-- Columns: key, serial number, id, name, query, reflection, tags.
SELECT key, serial, id, name, query, reflection, tags
FROM episode WHERE workspace = ?1 AND serial > ?2 ORDER BY serial LIMIT ?3 + 0

-- name: insert_text
-- The migration 0002 also runs this, on the tables of that schema.
-- ?1 episode key, ?2 tokens, ?3 terms.
INSERT INTO episode_index (rowid, words, stems) VALUES (?1, ?2, ?3)

-- name: delete_text
-- ?1 episode key.
DELETE FROM episode_index WHERE rowid = ?1

-- name: merge_texts
-- Makes the index one part without what was deleted. Until then, the words of deleted texts are in its older parts.
INSERT INTO episode_index (episode_index) VALUES ('optimize')

-- name: insert_terms
-- The migration 0002 also runs this, on the tables of that schema.
-- ?1 episode key, ?2 length, ?3 terms.
INSERT INTO episode_terms (episode, length, terms) VALUES (?1, ?2, ?3)

-- name: delete_terms
-- ?1 episode key.
DELETE FROM episode_terms WHERE episode = ?1

-- name: count_text
-- How many episodes match, counted up to a bound.
-- ?1 query in the language of FTS5, ?2 bound (-1: none).
-- Columns: count.
SELECT count(*) FROM (SELECT 1 FROM episode_index WHERE episode_index MATCH ?1 LIMIT ?2 + 0)

-- name: look_up
-- The newest episodes that match, in one row, because reading one row for each would take most of the time.
-- ?1 query in the language of FTS5, ?2 limit.
-- Columns: episode keys (JSON).
SELECT json_group_array(rowid)
FROM (SELECT rowid FROM episode_index WHERE episode_index MATCH ?1 ORDER BY rowid DESC LIMIT ?2 + 0)

-- name: filter_keys
-- The episodes in a list that pass a filter.
-- ?1 episode keys (JSON), ?2 since, ?3 until, ?4 least and ?5 highest reward, ?6 tags (JSON).
-- Columns: episode keys (JSON).
SELECT json_group_array(e.key)
FROM json_each(?1) k CROSS JOIN episode e ON e.key = k.value
WHERE e.created_at >= ?2 AND e.created_at <= ?3 AND e.reward >= ?4 AND e.reward <= ?5
  AND (?6 = '[]' OR NOT EXISTS (
    SELECT 1 FROM json_each(?6) tag WHERE NOT EXISTS (
      SELECT 1 FROM episode_tag o WHERE o.workspace = e.workspace AND o.tag = tag.value AND o.episode = e.key)))

-- name: find_all
-- The newest episodes that match, and how many match. Newer episodes usually have higher keys: read in that order,
-- the sort drops most rows at once.
-- ?1 query in the language of FTS5, ?2 since, ?3 until, ?4 least and ?5 highest reward, ?6 tags (JSON), ?7 limit.
-- Columns: count, episode key.
WITH
  match AS MATERIALIZED (SELECT rowid AS key FROM episode_index WHERE episode_index MATCH ?1 ORDER BY rowid DESC),
  hit AS MATERIALIZED (
    SELECT e.key, e.created_at, e.serial
    FROM match CROSS JOIN episode e ON e.key = match.key
    WHERE e.created_at >= ?2 AND e.created_at <= ?3 AND e.reward >= ?4 AND e.reward <= ?5
      AND (?6 = '[]' OR NOT EXISTS (
        SELECT 1 FROM json_each(?6) tag WHERE NOT EXISTS (
          SELECT 1 FROM episode_tag o WHERE o.workspace = e.workspace AND o.tag = tag.value AND o.episode = e.key))))
SELECT (SELECT count(*) FROM hit), key FROM hit ORDER BY created_at DESC, serial DESC LIMIT ?7 + 0

-- name: get_matches
-- The values from which scores are computed.
-- ?1 episode keys (JSON).
-- Columns: key, id, serial number, created_at, tags, length, terms.
SELECT e.key, e.id, e.serial, e.created_at, e.tags, t.length, t.terms
FROM json_each(?1) k CROSS JOIN episode e ON e.key = k.value CROSS JOIN episode_terms t ON t.episode = e.key
