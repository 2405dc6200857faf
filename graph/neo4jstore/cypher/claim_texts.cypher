// Claims episodes that wait for a vector and that no claim holds. The caller holds the lock of the model. Their texts
// are read after the SET, which locks them: a later change ends the claim.
// $workspace, $series, $claims (how the claims that count begin), $claim, $now (0: the database's clock says), $length (of
//   a claim, in microseconds), $limit
// Columns: episodes.
CYPHER 5
WITH CASE WHEN $now > 0 THEN $now ELSE {{template "now"}} END AS now
MATCH (e:Episode)
WHERE e.workspace = $workspace AND e.series_{{.Slot}} < $series
  AND (e.claim IS NULL OR NOT coalesce(now < e.claim_until <= now + $length, false) OR NOT e.claim STARTS WITH $claims)
WITH e, now LIMIT $limit
SET e.claim = $claim, e.claim_until = now + $length
RETURN collect(e {.episode_id, .name, .query, .reflection}) AS episodes
