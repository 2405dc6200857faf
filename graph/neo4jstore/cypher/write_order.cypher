// Writes the state of an order. The caller holds its lock. No mark tells listeners of it (see changes.go): what they
// read stays the same.
// $workspace, $order, $token (null: no claim), $length (for how long the claim holds, or nobody looks for a cycle again, in
//   microseconds; 0 for neither)
// Columns: none.
CYPHER 5
MATCH (lock:PlotlineLock {workspace: $workspace, type: '{{.Type}}'})
USING INDEX SEEK lock:PlotlineLock(workspace, type)
SET lock.order = $order, lock.token = $token,
    lock.until = CASE WHEN $length > 0 THEN {{template "now"}} + $length END
