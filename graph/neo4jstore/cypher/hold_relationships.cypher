// Reads relationships under their locks, so that no other call changes them before they are swapped.
// $workspace, $ids
// Columns: relationships, without those that do not exist.
CYPHER 5
UNWIND $ids AS id
CALL (id) {
  {{- range $i, $type := .All}}{{if $i}}
  UNION ALL{{end}}
  {{template "related" $type}} WHERE r.workspace = $workspace AND r.id = id
  RETURN r
  {{- end}}
}
SET r.workspace = $workspace
WITH r
RETURN collect(r {
  .id, .strength, .metadata, .created_at,
  type: type(r), from: startNode(r).episode_id, to: endNode(r).episode_id
}) AS relationships
