// Numbers of deleted episodes, which are not given again.
CYPHER 5
CREATE CONSTRAINT plotline_spent_serial IF NOT EXISTS
FOR (s:PlotlineSpentSerial) REQUIRE (s.workspace, s.id) IS UNIQUE
