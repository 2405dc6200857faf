// What the last writes to a workspace left on the nodes that they lock (see changes.go). Every node is found by index.
// $workspace
// Columns: counter of creates and deletes; holders of the other writes, by the types of their nodes.
CYPHER 5
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
CALL () {
  MATCH (l:PlotlineLock)
  USING INDEX SEEK l:PlotlineLock(workspace, type)
  WHERE l.workspace = $workspace AND l.type IS NOT NULL
  WITH l ORDER BY l.type
  RETURN collect(l.holder) AS holders
}
RETURN coalesce(s.holder, '') AS counter, holders
