// Releases the episodes that a claim holds. The caller holds the lock of the model.
// $workspace, $claim
// Columns: none.
CYPHER 5
MATCH (e:Episode) WHERE e.workspace = $workspace AND e.claim = $claim
SET e.claim = null, e.claim_until = null
