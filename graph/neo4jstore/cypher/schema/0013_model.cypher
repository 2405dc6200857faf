// Of which model the vectors of a workspace are.
CYPHER 5
CREATE CONSTRAINT plotline_model IF NOT EXISTS
FOR (m:PlotlineModel) REQUIRE m.workspace IS UNIQUE
