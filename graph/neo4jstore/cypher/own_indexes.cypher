// The indexes with Plotline's names. What others have in the database is left alone, whatever its state.
// No parameters.
// Columns: waiting: names of those that are being built; failed: names of those that could not be.
CYPHER 5
SHOW INDEXES YIELD name, state WHERE name STARTS WITH 'plotline_'
RETURN collect(CASE WHEN state = 'POPULATING' THEN name END) AS waiting,
       collect(CASE WHEN state = 'FAILED' THEN name END) AS failed
