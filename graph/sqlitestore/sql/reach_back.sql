-- Relationships of one ordering type into a frontier, and into some of the episodes before it.
-- ?1 episode keys (JSON), ?2 workspace key, ?3 type, ?4 number of episodes, including the frontier.
-- Columns: key, key of a neighbour or NULL. An episode without neighbours is listed, too.
WITH RECURSIVE reach (key) AS (
  SELECT value FROM json_each(?1)
  UNION
  SELECT r.src
  FROM reach CROSS JOIN relationship r INDEXED BY relationship_back
    ON r.workspace = ?2 AND r.type = ?3 AND r.type < 2 AND r.dst = reach.key
  LIMIT ?4 + 0)
SELECT reach.key, r.src
FROM reach LEFT JOIN relationship r INDEXED BY relationship_back
  ON r.workspace = ?2 AND r.type = ?3 AND r.type < 2 AND r.dst = reach.key
