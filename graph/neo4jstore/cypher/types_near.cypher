// Of which types there is a relationship whose id lies between two ids. The index of each type answers with its first.
// $workspace, $first, $last
// Columns: types.
CYPHER 5
CALL () {
  {{- range $i, $type := .All}}{{if $i}}
  UNION ALL{{end}}
  MATCH ()-[r:{{$type}}]->()
  USING INDEX SEEK r:{{$type}}(workspace, id)
  WHERE r.workspace = $workspace AND r.id >= $first AND r.id <= $last
  RETURN '{{$type}}' AS type LIMIT 1
  {{- end}}
}
RETURN collect(type) AS types
