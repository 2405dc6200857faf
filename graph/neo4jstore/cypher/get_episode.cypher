// Reads one episode and counts its relationships by type. The counts are the degrees that the server stores, so they
// cost the same for any number. No row if the episode is unknown.
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
