// Workspaces with episodes, by name. The index of the episodes gives the order. Their counters may be lost.
// $after, $limit
// Columns: workspaces.
CYPHER 5
MATCH (e:Episode)
USING INDEX SEEK e:Episode(workspace, id)
WHERE e.workspace > $after AND e.id IS NOT NULL
WITH DISTINCT e.workspace AS workspace ORDER BY workspace LIMIT $limit
RETURN collect(workspace) AS workspaces
