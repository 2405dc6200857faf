// How much a workspace holds. The counter's node has the number of episodes. Relationships are counted in their
// indexes.
// $workspace
// Columns: episodes; relationships; last_number, the last that was given; last_relationship, the
//   highest id.
CYPHER 5
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
CALL () {
  {{- range $i, $type := .All}}{{if $i}}
  UNION ALL{{end}}
  MATCH ()-[r:{{$type}}]->()
  USING INDEX SEEK r:{{$type}}(workspace, id)
  WHERE r.workspace = $workspace AND r.id IS NOT NULL
  RETURN count(r) AS number, max(r.id) AS last
  {{- end}}
}
RETURN coalesce(s.episodes, 0) AS episodes, sum(number) AS relationships,
       coalesce(s.last, 0) AS last_number, max(last) AS last_relationship
