// Compares the counter of an ordering type with what is there, under the lock of the type. If it differs, another
// program wrote: the counter becomes right, and the order is to be computed.
// $workspace, $mark
// Columns: differs.
CYPHER 5
MATCH (lock:PlotlineLock {workspace: $workspace, type: '{{.Type}}'})
USING INDEX SEEK lock:PlotlineLock(workspace, type)
REMOVE lock.episode_id
WITH lock
CALL () {
  MATCH (a:Episode)-[r:{{.Type}}]->(b:Episode)
  USING INDEX SEEK a:Episode(workspace, id)
  WHERE a.workspace = $workspace AND a.id IS NOT NULL AND {{template "within" "b"}}
  RETURN count(r) AS there
}
WITH lock, there, coalesce(lock.relationships <> there, true) AS differs
FOREACH (_ IN CASE WHEN differs THEN [1] ELSE [] END |
  SET lock.relationships = there, lock.order = 'unknown', lock.token = null, lock.until = null, lock.holder = $mark)
RETURN differs
