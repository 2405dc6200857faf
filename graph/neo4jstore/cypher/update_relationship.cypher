// Changes only what the map names. No row if the relationship is unknown.
// $workspace, $node and $mark (see changes.go), $id, $change (of strength and metadata; null clears)
// Columns: relationship.
CYPHER 5
MERGE (change:PlotlineLock {workspace: $workspace, type: $node})
SET change.holder = $mark
WITH 1 AS marked
CALL () {
  {{- range $i, $type := .All}}{{if $i}}
  UNION ALL{{end}}
  {{template "related" $type}} WHERE r.workspace = $workspace AND r.id = $id
    AND a.workspace = $workspace AND b.workspace = $workspace
  RETURN r
  {{- end}}
}
SET r += $change
RETURN r {
  .id, .strength, .metadata, .created_at,
  type: type(r), from: startNode(r).episode_id, to: endNode(r).episode_id
} AS relationship
