// The counter of a workspace: the last number given, and how many episodes there are.
CYPHER 5
CREATE CONSTRAINT plotline_serial IF NOT EXISTS
FOR (s:PlotlineSerial) REQUIRE s.workspace IS UNIQUE
