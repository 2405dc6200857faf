// Workspaces with episodes, by name.
// $after, $limit
// Columns: workspaces.
CYPHER 5
MATCH (s:PlotlineSerial) WHERE s.workspace > $after AND s.episodes > 0
WITH s.workspace AS workspace ORDER BY workspace LIMIT $limit
RETURN collect(workspace) AS workspaces
