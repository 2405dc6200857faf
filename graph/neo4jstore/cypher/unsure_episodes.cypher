// The episodes of a workspace whose texts the index may have lost: see unsure_texts.
// $workspace, $since, $started
// Columns: numbers; lengths, in tokens.
CYPHER 5
MATCH (e:Episode)
USING INDEX SEEK e:Episode(workspace, written)
WHERE e.workspace = $workspace AND e.written >= $since AND e.written < $started AND e.id IS NOT NULL
RETURN collect(e.id) AS numbers, collect(coalesce(e.length, 0)) AS lengths
