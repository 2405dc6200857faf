// Writes the model of a workspace's vectors. The caller holds its lock.
// $workspace, $model, $series, $next and $next_series (null for none), $last_series, $claims
// Columns: none.
CYPHER 5
MATCH (m:PlotlineModel {workspace: $workspace})
SET m.model = $model, m.series = $series, m.next = $next, m.next_series = $next_series,
    m.last_series = $last_series, m.claims = $claims
