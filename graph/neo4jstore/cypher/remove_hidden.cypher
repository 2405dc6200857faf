// Removes some relationships of a deleted episode that had many, and its node with the last of them.
// $limit
// Columns: more: there may be more. No row when there is nothing to remove.
CYPHER 5
MATCH (e:PlotlineDeleted)
WITH e LIMIT 1
CALL (e) {
  MATCH (e)-[r]-()
  WITH r LIMIT $limit
  DELETE r
  RETURN count(*) AS removed
}
FOREACH (_ IN CASE WHEN removed < $limit THEN [1] ELSE [] END | DETACH DELETE e)
RETURN true AS more
