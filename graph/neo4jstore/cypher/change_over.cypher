// Makes the next model the one in use, if no episode waits for it any more. It checks once without the lock, which
// most calls then need not take, and again with it.
// $workspace, $attempt (any id of this call), $series (of the one that is to follow)
// Columns: changed. No row when it does not.
CYPHER 5
MATCH (m:PlotlineModel {workspace: $workspace})
WHERE m.next_series = $series AND NOT EXISTS {
  MATCH (e:Episode) WHERE e.workspace = $workspace AND e.series_{{.Slot}} < $series
}
SET m.holder = $attempt
WITH m
WHERE m.next_series = $series AND NOT EXISTS {
  MATCH (e:Episode) WHERE e.workspace = $workspace AND e.series_{{.Slot}} < $series
}
SET m.model = m.next, m.series = m.next_series, m.next = null, m.next_series = null
RETURN true AS changed
