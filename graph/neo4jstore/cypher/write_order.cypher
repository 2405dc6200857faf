// Writes the state of an order. The caller holds its lock. A mark tells those who read a page at the same time.
// $workspace, $order, $token (null: no claim), $until, $mark
// Columns: none.
CYPHER 5
MATCH (lock:PlotlineLock {workspace: $workspace, type: '{{.Type}}'})
USING INDEX lock:PlotlineLock(workspace, type)
SET lock.order = $order, lock.token = $token, lock.until = $until, lock.holder = $mark
