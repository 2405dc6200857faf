// Deletes an episode with many relationships as delete_episode does, but leaves a node with the relationships, which no
// statement but remove_hidden finds: all others bind both ends of a relationship to the workspace. The orders are computed
// anew, because to leave a note on each neighbour would take as long as to delete all relationships. A process that is
// computing one loses its claim: it has read what is deleted here.
// $workspace, $attempt (any id of this call), $episode_id
// Columns: relationships, how many are deleted. No row if the episode is unknown.
CYPHER 5
MERGE (s:PlotlineSerial {workspace: $workspace})
SET s.holder = $attempt
{{- range .All}}{{if ordering .}}
MERGE ({{.}}:PlotlineLock {workspace: $workspace, type: '{{.}}'})
ON CREATE SET {{.}}.relationships = 0
SET {{.}}.holder = $attempt
{{- end}}{{end}}
WITH s{{range .All}}{{if ordering .}}, {{.}}{{end}}{{end}}
MATCH (e:Episode {workspace: $workspace, episode_id: $episode_id})
WITH *, COUNT { (e)-[:{{.Types}}]-(o:Episode) WHERE o.workspace = $workspace } AS relationships
{{- range .All}}{{if ordering .}}
CALL (e, {{.}}) {
  WITH {{.}} AS lock, COUNT { (e)-[:{{.}}]-(o:Episode) WHERE o.workspace = $workspace } AS gone
  WHERE gone > 0
  SET lock.relationships = lock.relationships - gone, lock.order = 'unknown', lock.token = null, lock.until = 0
}
{{- end}}{{end}}
SET s.episodes = coalesce(s.episodes, 1) - 1
CREATE (:PlotlineSpentSerial {workspace: $workspace, id: e.id})
REMOVE e:Episode
SET e = {}, e:PlotlineDeleted
WITH relationships
CALL () {
  MATCH (p:PlotlinePart) WHERE p.workspace = $workspace AND p.episode_id = $episode_id AND p.part > 0
  DELETE p
}
RETURN relationships
