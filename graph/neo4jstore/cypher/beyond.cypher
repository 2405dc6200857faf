// Whether a series has more vectors than a number.
// $workspace, $series, $number
// Columns: more. No row when there are not.
CYPHER 5
MATCH (e:Episode) WHERE e.workspace = $workspace AND e.series_{{.Slot}} = $series
WITH e SKIP $number LIMIT 1
RETURN true AS more
