// Removes one relationship. Deleting one that another call has just deleted is no error. Only the summary's counters
// show which call deleted it.
// $workspace, $node and $mark (see changes.go), $id
// Columns: none.
CYPHER 5
MERGE (change:PlotlineLock {workspace: $workspace, type: $node})
SET change.holder = $mark
WITH 1 AS marked
CALL () {
  {{- range $i, $type := .All}}{{if $i}}
  UNION ALL{{end}}
  MATCH ()-[r:{{$type}} {workspace: $workspace, id: $id}]->() RETURN r
  {{- end}}
}
DELETE r
