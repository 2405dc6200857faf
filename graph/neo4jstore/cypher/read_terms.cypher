// The terms of the texts of some episodes.
// $workspace, $numbers
// Columns: numbers, terms: those of the episodes that exist and have terms, and the terms.
CYPHER 5
UNWIND $numbers AS number
MATCH (e:Episode {workspace: $workspace, id: number})
WITH e WHERE e.terms IS NOT NULL
RETURN collect(e.id) AS numbers, collect(e.terms) AS terms
