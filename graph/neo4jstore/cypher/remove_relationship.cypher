// Removes one relationship. To delete what another has just deleted is no error, so only the
// summary's counters say whether this was the one who did it.
// $workspace, $id
// Columns: none.
CYPHER 5
CALL () {
  {{- range $i, $type := .All}}{{if $i}}
  UNION ALL{{end}}
  MATCH ()-[r:{{$type}} {workspace: $workspace, id: $id}]->() RETURN r
  {{- end}}
}
DELETE r
