// The constraints of other applications.
// No parameters.
// Columns: constraints: name; kind; on, its labels or types; properties.
CYPHER 5
SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties WHERE NOT name STARTS WITH 'plotline_'
RETURN collect({name: name, kind: type, on: labelsOrTypes, properties: properties}) AS constraints
