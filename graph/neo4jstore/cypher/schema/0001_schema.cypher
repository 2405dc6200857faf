// One node knows the number of the last migration.
CYPHER 5
CREATE CONSTRAINT plotline_schema IF NOT EXISTS
FOR (p:PlotlineSchema) REQUIRE p.name IS UNIQUE
