// Relationships between episodes of a workspace that no page has, because another program has drawn them, or has removed
// or changed their id or workspace.
// $workspace, $limit (of elements)
// Columns: number; elements of the first.
CYPHER 5
MATCH (a:Episode)-[r:{{.Types}}]->(b:Episode)
USING INDEX SEEK a:Episode(workspace, id)
WHERE a.workspace = $workspace AND a.id IS NOT NULL AND {{template "within" "b"}}
  AND NOT (valueType(r.id) = 'STRING NOT NULL' AND coalesce(r.workspace = $workspace, false))
WITH elementId(r) AS element ORDER BY element
RETURN count(element) AS number, collect(element)[..$limit] AS elements
