// How much a workspace holds. All is counted in the indexes: the counter's node is no witness, because a person may have
// deleted it.
// $workspace
// Columns: episodes; relationships; last_number, the highest of an episode or of a deleted one; last_relationship, the
//   highest id.
CYPHER 5
{{template "there"}}
CALL () {
  {{- range $i, $type := .All}}{{if $i}}
  UNION ALL{{end}}
  MATCH ()-[r:{{$type}}]->()
  USING INDEX SEEK r:{{$type}}(workspace, id)
  WHERE r.workspace = $workspace AND r.id IS NOT NULL
  RETURN count(r) AS number, max(r.id) AS last
  {{- end}}
}
RETURN episodes, sum(number) AS relationships, highest AS last_number, max(last) AS last_relationship
