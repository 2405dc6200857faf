// Finds the episodes that a process has claimed to make their vectors.
CYPHER 5
CREATE INDEX plotline_claim IF NOT EXISTS
FOR (e:Episode) ON (e.workspace, e.claim)
