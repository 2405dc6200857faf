// A page of all relationships of a workspace, by id. Each type has its own index, which gives the order. The first of
// each type are read, and the page is taken from those.
// $workspace, $after, $up_to, $limit
// Columns: relationships.
CYPHER 5
CALL () {
  {{- range $i, $type := .All}}{{if $i}}
  UNION ALL{{end}}
  MATCH (a)-[r:{{$type}}]->(b)
  USING INDEX SEEK r:{{$type}}(workspace, id)
  WHERE r.workspace = $workspace AND r.id > $after AND r.id <= $up_to
    AND a.workspace = $workspace AND b.workspace = $workspace
  WITH r ORDER BY r.workspace, r.id LIMIT $limit
  RETURN r, r.id AS id
  {{- end}}
}
WITH r, id ORDER BY id LIMIT $limit
RETURN collect(r {
  .id, .strength, .metadata, .created_at,
  type: type(r), from: startNode(r).episode_id, to: endNode(r).episode_id,
  from_number: startNode(r).id, to_number: endNode(r).id
}) AS relationships
