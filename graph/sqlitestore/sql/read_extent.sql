-- How much a workspace holds. The relationships are counted in their index.
-- ?1 workspace. Columns: episodes, relationships, highest serial number given, highest id of a relationship.
SELECT w.episodes, (SELECT count(*) FROM relationship INDEXED BY relationship_id WHERE workspace = w.key),
  w.serial, coalesce((SELECT max(id) FROM relationship INDEXED BY relationship_id WHERE workspace = w.key), '')
FROM workspace w
WHERE w.name = ?1
