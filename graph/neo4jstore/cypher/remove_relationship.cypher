// Removes one relationship. One of an ordering type is removed under the lock of its type, and looked up again under
// that lock: another call may have removed it meanwhile. Deleting one that another call has just deleted is no error.
// Only the summary's counters show which call deleted it.
// $workspace, $node and $mark (see changes.go), $id
// Columns: none.
CYPHER 5
CALL () {
  {{- range $i, $type := .All}}{{if $i}}
  UNION ALL{{end}}
  MATCH ()-[r:{{$type}} {workspace: $workspace, id: $id}]->() RETURN {{if ordering $type}}'{{$type}}'{{else}}$node{{end}} AS node
  {{- end}}
}
MERGE (lock:PlotlineLock {workspace: $workspace, type: node})
SET lock.holder = $mark
WITH 1 AS locked
CALL () {
  {{- range $i, $type := .All}}{{if $i}}
  UNION ALL{{end}}
  MATCH ()-[r:{{$type}} {workspace: $workspace, id: $id}]->() RETURN r
  {{- end}}
}
DELETE r
