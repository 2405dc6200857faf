// Whether a series has more vectors than a number. Parts count for themselves, where the workspace has any.
// $workspace, $series, $number
// Columns: more. No row when there are not.
CYPHER 5
{{if .Parts -}}
CALL () {
  MATCH (e:Episode) WHERE e.workspace = $workspace AND e.series_{{.Slot}} = $series
  RETURN 1 AS one
UNION ALL
  MATCH (p:PlotlinePart)
  WHERE p.workspace = $workspace AND p.episode_id IS NOT NULL AND p.part IS NOT NULL AND p.series_{{.Slot}} = $series
  RETURN 1 AS one
}
WITH one SKIP $number LIMIT 1
{{- else -}}
MATCH (e:Episode) WHERE e.workspace = $workspace AND e.series_{{.Slot}} = $series
WITH e SKIP $number LIMIT 1
{{- end}}
RETURN true AS more
