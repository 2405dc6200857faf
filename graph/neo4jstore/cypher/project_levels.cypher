// The episodes of a workspace with their levels, -1 for none, and the relationships of an ordering type. See
// project_all.
// $workspace
// Columns: numbers and levels, of the episodes; froms and tos, the numbers of the ends.
CYPHER 5
CALL () {
  MATCH (e:Episode)
  WHERE e.workspace = $workspace AND e.id IS NOT NULL
  WITH e.id AS number, coalesce(e.{{level .Type}}, -1) AS level
  RETURN collect(number) AS numbers, collect(level) AS levels
}
CALL () {
  MATCH (a:Episode)-[:{{.Type}}]->(b:Episode)
  USING INDEX SEEK a:Episode(workspace, id)
  WHERE a.workspace = $workspace AND a.id IS NOT NULL AND {{template "within" "b"}}
  RETURN collect(a.id) AS froms, collect(b.id) AS tos
}
RETURN numbers, levels, froms, tos
