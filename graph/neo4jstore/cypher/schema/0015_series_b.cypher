// Which episodes have a vector of a series with an odd number, and which wait for one.
CYPHER 5
CREATE INDEX plotline_series_b IF NOT EXISTS
FOR (e:Episode) ON (e.workspace, e.series_b)
