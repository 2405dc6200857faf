// Claims an order that is to be computed. The caller holds the locks of hold_order. The counter becomes what is there
// now: what another program writes later makes it differ. Episodes that another program creates later have no levels:
// the gap between the last number and the count of those with levels shows them.
// $workspace, $token, $length (of the claim, in microseconds)
// Columns: none.
CYPHER 5
CALL () {
  MATCH (a:Episode)-[r:{{.Type}}]->(b:Episode)
  USING INDEX SEEK a:Episode(workspace, id)
  WHERE a.workspace = $workspace AND a.id IS NOT NULL AND {{template "within" "b"}}
  RETURN count(r) AS relationships
}
MATCH (s:PlotlineSerial {workspace: $workspace})
MATCH (lock:PlotlineLock {workspace: $workspace, type: '{{.Type}}'})
USING INDEX SEEK lock:PlotlineLock(workspace, type)
SET lock.relationships = relationships, lock.gap = coalesce(s.last, 0) - coalesce(s.levelled, 0),
    lock.order = 'unknown', lock.generation = coalesce(lock.generation, 0) + 1, lock.token = $token,
    lock.until = {{template "now"}} + $length
