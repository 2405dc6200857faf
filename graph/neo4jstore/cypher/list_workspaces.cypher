// The workspaces that there are.
// Columns: workspaces.
CYPHER 5
MATCH (s:PlotlineSerial) RETURN collect(s.workspace) AS workspaces
