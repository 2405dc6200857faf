// Removes one relationship.
// $workspace, $id
// Columns: removed, how many.
CYPHER 5
CALL () {
  {{- range $i, $type := .All}}{{if $i}}
  UNION ALL{{end}}
  MATCH ()-[r:{{$type}} {workspace: $workspace, id: $id}]->() RETURN r
  {{- end}}
}
DELETE r
RETURN count(r) AS removed
