// Writes levels, and notes for the episodes that are left. The caller holds the lock of the order.
// $workspace, $levels (of [number, level]), $settled and $left (numbers of episodes without and with a note)
// Columns: none.
CYPHER 5
MATCH (lock:PlotlineLock {workspace: $workspace, type: '{{.Type}}'})
USING INDEX SEEK lock:PlotlineLock(workspace, type)
WITH coalesce(lock.generation, 0) AS generation
CALL () {
  UNWIND $levels AS it
  MATCH (e:Episode {workspace: $workspace, id: it[0]})
  SET e.{{level .Type}} = it[1]
}
CALL () {
  UNWIND $settled AS number
  MATCH (e:Episode {workspace: $workspace, id: number})
  REMOVE e.{{noted .Type}}
}
CALL (generation) {
  UNWIND $left AS number
  MATCH (e:Episode {workspace: $workspace, id: number})
  SET e.{{noted .Type}} = generation
}
