// Claims episodes that wait for a vector and that no claim holds. The caller holds the lock of the model. Their texts
// are read after the SET, which locks them: a later change ends the claim.
// $workspace, $series, $claims (how the claims that count begin), $claim, $now, $until, $limit
// Columns: episodes.
CYPHER 5
MATCH (e:Episode)
WHERE e.workspace = $workspace AND e.series_{{.Slot}} < $series
  AND (e.claim IS NULL OR e.claim_until <= $now OR NOT e.claim STARTS WITH $claims)
WITH e LIMIT $limit
SET e.claim = $claim, e.claim_until = $until
RETURN collect(e {.episode_id, .name, .query, .reflection}) AS episodes
