// Episodes whose level may be wrong.
// $workspace, $generation, $limit
// Columns: numbers.
CYPHER 5
MATCH (e:Episode)
USING INDEX SEEK e:Episode(workspace, {{noted .Type}})
WHERE e.workspace = $workspace AND e.{{noted .Type}} = $generation
WITH e LIMIT $limit
RETURN collect(e.id) AS numbers
