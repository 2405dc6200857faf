// Reads the relationships of some types in a list that exist.
// $workspace, $ids
// Columns: relationships.
CYPHER 5
UNWIND $ids AS id
CALL (id) {
  {{- range $i, $type := .Each}}{{if $i}}
  UNION ALL{{end}}
  {{template "related" $type}} WHERE r.workspace = $workspace AND r.id = id
    AND a.workspace = $workspace AND b.workspace = $workspace
  RETURN r
  {{- end}}
}
WITH DISTINCT r
RETURN collect(r {
  .id, .strength, .metadata, .created_at,
  type: type(r), from: startNode(r).episode_id, to: endNode(r).episode_id
}) AS relationships
