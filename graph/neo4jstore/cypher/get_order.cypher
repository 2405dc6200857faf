// The state of an order: what the writes left on the lock, and whether its counter agrees with what is there. It takes no
// lock, so it may see a part of a commit.
// $workspace
// Columns: used: the workspace has episodes; order (see orders.go); levelled: all episodes have levels; agree; notes.
CYPHER 5
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
OPTIONAL MATCH (lock:PlotlineLock {workspace: $workspace, type: '{{.Type}}'})
USING INDEX SEEK lock:PlotlineLock(workspace, type)
CALL () {
  MATCH (a:Episode)-[r:{{.Type}}]->(b:Episode)
  USING INDEX SEEK a:Episode(workspace, id)
  WHERE a.workspace = $workspace AND a.id IS NOT NULL AND {{template "within" "b"}}
  RETURN count(r) AS there
}
CALL (lock) {
  MATCH (e:Episode)
  USING INDEX SEEK e:Episode(workspace, {{noted .Type}})
  WHERE e.workspace = $workspace AND e.{{noted .Type}} = coalesce(lock.generation, 0)
  RETURN count(e) AS notes
}
RETURN EXISTS { MATCH (e:Episode) WHERE e.workspace = $workspace AND e.id IS NOT NULL } AS used,
       lock.order AS order, coalesce(lock.relationships, 0) = there AS agree, notes,
       coalesce(coalesce(s.levelled, 0) + coalesce(lock.gap, 0) = s.last, false) AS levelled
