// Reads one episode and counts its relationships by type; the counts are the store's own degrees,
// whatever their size. No row when it is unknown.
// $workspace, $episode_id
// Columns: episode; degrees: [type, outgoing, incoming] for each type.
CYPHER 5
MATCH (e:Episode {workspace: $workspace, episode_id: $episode_id})
RETURN e {
  .episode_id, .id, .name, .query, .reflection, .reward, .tags, .metadata, .created_at, .updated_at
} AS episode, [
  {{- range $i, $type := .All}}{{if $i}},{{end}}
  ['{{$type}}', COUNT { (e)-[:{{$type}}]->() }, COUNT { (e)<-[:{{$type}}]-() }]
  {{- end}}
] AS degrees
