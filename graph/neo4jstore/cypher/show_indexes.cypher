// The indexes of the database, those of other applications too. That of a constraint has the constraint's name.
// No parameters.
// Columns: indexes: name; kind; state; on, its labels or types; properties; constraint, null for none; config.
CYPHER 5
SHOW INDEXES YIELD name, type, state, labelsOrTypes, properties, owningConstraint, options WHERE type <> 'LOOKUP'
RETURN collect({
  name: name, kind: type, state: state, on: labelsOrTypes, properties: properties, constraint: owningConstraint,
  config: options.indexConfig
}) AS indexes
