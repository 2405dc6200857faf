// Every episode of a workspace, and the relationships of one type. Lists for columns, and numbers for ends, replace a
// record for each: 100,000 of both take some tenths of a second. The hint keeps the relationships of other workspaces
// out of the plan if there are few.
// $workspace
// Columns: missing (none); numbers, episode_ids, names, times, of the episodes; froms and tos, the
//   numbers of the ends.
CYPHER 5
CALL () {
  MATCH (e:Episode)
  WHERE e.workspace = $workspace AND e.id IS NOT NULL
  RETURN collect(e.id) AS numbers, collect(e.episode_id) AS episode_ids, collect(e.name) AS names,
         collect(e.created_at) AS times
}
CALL () {
  MATCH (a:Episode)-[:{{.Type}}]->(b:Episode)
  USING INDEX SEEK a:Episode(workspace, id)
  WHERE a.workspace = $workspace AND a.id IS NOT NULL AND {{template "within" "b"}}
  RETURN collect(a.id) AS froms, collect(b.id) AS tos
}
RETURN [] AS missing, numbers, episode_ids, names, times, froms, tos
