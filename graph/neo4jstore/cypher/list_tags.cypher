// The different tags of a workspace.
// $workspace, $most
// Columns: tags.
CYPHER 5
MATCH (e:Episode)
USING INDEX SEEK e:Episode(workspace, created_at, id)
WHERE e.workspace = $workspace AND e.created_at IS NOT NULL AND e.id IS NOT NULL
UNWIND coalesce(e.tags, [])[..1000] AS tag
WITH DISTINCT tag LIMIT $most
RETURN collect(tag) AS tags
