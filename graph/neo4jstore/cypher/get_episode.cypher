// Reads one episode, counts its relationships by type and reads the newest. The counts are the degrees that the server
// stores, so they cost the same for any number. The newest are sorted out of all, because no index has the relationships of
// an episode by age. No row if the episode is unknown.
// $workspace, $episode_id, $newest (how many), $newest_of (with more relationships, none is read)
// Columns: episode; degrees: [type, outgoing, incoming] for each type; newest: relationships without metadata, and the
//   other episode.
CYPHER 5
MATCH (e:Episode {workspace: $workspace, episode_id: $episode_id})
CALL (e) {
  WITH e WHERE 0 < COUNT { (e)-[:{{.Types}}]-() } <= $newest_of
  MATCH (e)-[r:{{.Types}}]-(o:Episode)
  WHERE {{template "within" "o"}}
  WITH r, o ORDER BY r.created_at DESC, r.id DESC LIMIT $newest
  RETURN collect(r {
    .id, .strength, .created_at, type: type(r), from: startNode(r).episode_id, to: endNode(r).episode_id,
    other: o {.episode_id, .id, .name, .created_at}
  }) AS newest
}
RETURN e {
  .episode_id, .id, .name, .query, .reflection, .reward, .tags, .metadata, .created_at, .updated_at
} AS episode, [
  {{- range $i, $type := .All}}{{if $i}},{{end}}
  ['{{$type}}', COUNT { (e)-[:{{$type}}]->() }, COUNT { (e)<-[:{{$type}}]-() }]
  {{- end}}
] AS degrees, newest
