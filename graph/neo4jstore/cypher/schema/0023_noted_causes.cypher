// Episodes whose level by causes may be wrong.
CYPHER 5
CREATE INDEX plotline_noted_causes IF NOT EXISTS
FOR (e:Episode) ON (e.workspace, e.noted_causes)
