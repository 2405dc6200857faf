// Values of relationships that cannot be read, because another program has written them. Relationships that no page has
// are not among them.
// $workspace, $types: for each property, the types that it may have
// Columns: bad: [property, number of relationships, element of one].
CYPHER 5
MATCH (a:Episode)-[r:{{.Types}}]->(b:Episode)
USING INDEX SEEK a:Episode(workspace, id)
WHERE a.workspace = $workspace AND a.id IS NOT NULL AND {{template "within" "b"}} AND valueType(r.id) = 'STRING NOT NULL'
UNWIND keys($types) AS property
WITH r, property WHERE NOT valueType(r[property]) IN $types[property]
  OR property = 'metadata' AND NOT (r.metadata STARTS WITH '{' AND r.metadata ENDS WITH '}')
WITH property, count(r) AS number, min(elementId(r)) AS example
RETURN collect([property, number, example]) AS bad
