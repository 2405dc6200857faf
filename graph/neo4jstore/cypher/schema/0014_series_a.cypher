// Which episodes have a vector of a series with an even number, and which wait for one.
CYPHER 5
CREATE INDEX plotline_series_a IF NOT EXISTS
FOR (e:Episode) ON (e.workspace, e.series_a)
