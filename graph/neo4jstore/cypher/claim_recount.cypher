// Claims the comparison of all counters of an ordering type, unless another process has claimed it.
// $now, $until
// Columns: claimed.
CYPHER 5
MERGE (claim:PlotlineLock {workspace: '', type: 'COUNT {{.Type}}'})
REMOVE claim.episode_id
WITH claim, coalesce(claim.until, 0) <= $now AS claimed
FOREACH (_ IN CASE WHEN claimed THEN [1] ELSE [] END | SET claim.until = $until)
RETURN claimed
