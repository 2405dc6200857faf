// Relationships are found by id: one constraint for each type.
CYPHER 5
CREATE CONSTRAINT plotline_{{.Type}} IF NOT EXISTS
FOR ()-[r:{{.Type}}]-() REQUIRE (r.workspace, r.id) IS UNIQUE
