// Which episodes somebody holds who makes vectors.
CYPHER 5
CREATE INDEX plotline_claim IF NOT EXISTS
FOR (e:Episode) ON (e.workspace, e.claim)
