// Stores the vectors of those episodes that a claim holds. The caller holds the lock of the model. The REMOVE of a
// property that no episode has locks the episode, so that the claim is read after every earlier change.
// $workspace, $series, $claim, $vectors: maps of episode_id and vector or, where it has no direction, the number of its zeros
// Columns: stored.
CYPHER 5
UNWIND $vectors AS item
MATCH (e:Episode {workspace: $workspace, episode_id: item.episode_id})
REMOVE e.holder
WITH e, item WHERE e.claim = $claim
SET e.vector_{{.Slot}} = item.vector, e.zeros_{{.Slot}} = item.zeros, e.series_{{.Slot}} = $series, e.claim = null, e.claim_until = null
RETURN count(DISTINCT e) AS stored
