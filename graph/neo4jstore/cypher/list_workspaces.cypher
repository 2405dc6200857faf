// All workspaces.
// Columns: workspaces.
CYPHER 5
MATCH (s:PlotlineSerial) RETURN collect(s.workspace) AS workspaces
