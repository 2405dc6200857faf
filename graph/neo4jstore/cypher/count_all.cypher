// How many episodes and relationships a workspace has, and what its counter says.
// $workspace
// Columns: episodes; relationships; highest number of an episode or of a deleted one; counted and last, the episodes and
//   the last number by the counter, null if it is lost.
CYPHER 5
{{template "there"}}
CALL () {
  MATCH (a:Episode)-[r:{{.Types}}]->(b:Episode)
  USING INDEX SEEK a:Episode(workspace, id)
  WHERE a.workspace = $workspace AND a.id IS NOT NULL AND {{template "within" "b"}}
  RETURN count(r) AS relationships
}
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
RETURN episodes, relationships, highest, s.episodes AS counted, s.last AS last
