// Finds the relationships that the dates of their ends speak against, by id. It reads all relationships of the types that
// say which end is the earlier episode.
// $workspace, $tolerance, $limit
// Columns: relationships, without metadata and with the ends.
CYPHER 5
CALL () {
  {{- range $i, $type := .Each}}{{if $i}}
  UNION ALL{{end}}
  MATCH (a)-[r:{{$type}}]->(b)
  USING INDEX SEEK r:{{$type}}(workspace, id)
  WHERE r.workspace = $workspace AND r.id > '' AND a.workspace = $workspace AND b.workspace = $workspace
    AND {{if startsEarlier $type}}a.created_at - b.created_at{{else}}b.created_at - a.created_at{{end}} > $tolerance
    AND NOT EXISTS { MATCH (b)-[:{{$type}}]->(a) }
  WITH r ORDER BY r.workspace, r.id LIMIT $limit
  RETURN r, r.id AS id
  {{- end}}
}
WITH r, id ORDER BY id LIMIT $limit
WITH r, startNode(r) AS a, endNode(r) AS b
RETURN collect(r {
  .id, .strength, .created_at, type: type(r), from: a.episode_id, to: b.episode_id,
  from_node: a {.episode_id, .id, .name, .created_at}, to_node: b {.episode_id, .id, .name, .created_at}
}) AS relationships
