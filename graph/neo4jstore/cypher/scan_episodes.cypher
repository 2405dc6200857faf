// Values of episodes that cannot be read, because another program has written them. Episodes that no page has are not
// among them.
// $workspace, $types: for each property, the types that it may have
// Columns: bad: [property, number of episodes, element of one].
CYPHER 5
MATCH (e:Episode)
USING INDEX SEEK e:Episode(workspace, id)
WHERE e.workspace = $workspace AND e.id IS NOT NULL AND valueType(e.id) IN ['INTEGER NOT NULL', 'FLOAT NOT NULL']
UNWIND keys($types) AS property
WITH e, property WHERE NOT valueType(e[property]) IN $types[property]
  OR property = 'metadata' AND NOT (e.metadata STARTS WITH '{' AND e.metadata ENDS WITH '}')
WITH property, count(e) AS number, min(elementId(e)) AS example
RETURN collect([property, number, example]) AS bad
