// What those wait for who add a relationship of an ordering type.
CYPHER 5
CREATE CONSTRAINT plotline_lock IF NOT EXISTS
FOR (l:PlotlineLock) REQUIRE (l.workspace, l.type) IS UNIQUE
