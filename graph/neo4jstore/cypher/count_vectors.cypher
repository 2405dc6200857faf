// How many episodes have a vector of a series, and how many wait for one.
// $workspace, $series
// Columns: waiting; vectors.
CYPHER 5
CALL () {
  MATCH (e:Episode) WHERE e.workspace = $workspace AND e.series_{{.Slot}} < $series
  RETURN count(e) AS waiting
}
CALL () {
  MATCH (e:Episode) WHERE e.workspace = $workspace AND e.series_{{.Slot}} = $series
  RETURN count(e) AS vectors
}
RETURN waiting, vectors
