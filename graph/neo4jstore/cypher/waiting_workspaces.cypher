// The workspaces where episodes wait for a vector of a model, and those with episodes but without a model.
// $model, $limit
// Columns: workspaces.
CYPHER 5
MATCH (s:PlotlineSerial) WHERE s.workspace IS NOT NULL AND s.episodes > 0
OPTIONAL MATCH (m:PlotlineModel {workspace: s.workspace})
WITH s.workspace AS workspace, coalesce(m.next, m.model) AS target, coalesce(m.next_series, m.series) AS series
WHERE target IS NULL OR target = $model AND CASE series % 2
  WHEN 0 THEN EXISTS { MATCH (e:Episode) WHERE e.workspace = workspace AND e.series_a < series }
  ELSE EXISTS { MATCH (e:Episode) WHERE e.workspace = workspace AND e.series_b < series }
END
WITH workspace LIMIT $limit
RETURN collect(workspace) AS workspaces
