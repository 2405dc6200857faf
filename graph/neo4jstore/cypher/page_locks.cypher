// Workspaces that have a lock of an ordering type, by name.
// $after, $limit
// Columns: workspaces.
CYPHER 5
MATCH (l:PlotlineLock)
USING INDEX l:PlotlineLock(type)
WHERE l.type = '{{.Type}}' AND l.workspace > $after
WITH l.workspace AS workspace ORDER BY workspace LIMIT $limit
RETURN collect(workspace) AS workspaces
