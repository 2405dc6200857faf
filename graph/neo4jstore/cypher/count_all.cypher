// How many episodes and relationships a workspace has.
// $workspace
// Columns: episodes; relationships.
CYPHER 5
CALL () {
  MATCH (e:Episode)
  WHERE e.workspace = $workspace AND e.id IS NOT NULL
  RETURN count(e) AS episodes
}
CALL () {
  MATCH (a:Episode)-[r:{{.Types}}]->(b:Episode)
  USING INDEX a:Episode(workspace, id)
  WHERE a.workspace = $workspace AND a.id IS NOT NULL AND b.workspace = $workspace
  RETURN count(r) AS relationships
}
RETURN episodes, relationships
