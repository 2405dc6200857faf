// Episodes that no page of a workspace has, because another program has removed or changed their number.
// $workspace, $limit (of elements)
// Columns: number; elements of the first.
CYPHER 5
MATCH (e:Episode)
USING INDEX SEEK e:Episode(workspace, series_a)
WHERE e.workspace = $workspace AND e.series_a IS NOT NULL AND NOT valueType(e.id) IN ['INTEGER NOT NULL', 'FLOAT NOT NULL']
WITH elementId(e) AS element ORDER BY element
RETURN count(element) AS number, collect(element)[..$limit] AS elements
