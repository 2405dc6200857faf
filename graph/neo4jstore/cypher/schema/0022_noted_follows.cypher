// Episodes whose level by follows may be wrong.
CYPHER 5
CREATE INDEX plotline_noted_follows IF NOT EXISTS
FOR (e:Episode) ON (e.workspace, e.noted_follows)
