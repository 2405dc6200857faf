// Deletes an episode with many relationships as delete_episode does, but leaves a node with the relationships, which no
// statement but remove_hidden finds: all others bind both ends of a relationship to the workspace. The orders are computed
// anew, because to leave a note on each neighbour would take as long as to delete all relationships. A process that is
// computing one loses its claim: it has read what is deleted here.
// $workspace, $attempt (any id of this call), $episode_id
// Columns: as delete_episode; there are none due. No row if the episode is unknown.
CYPHER 5
{{template "to be deleted" .}}
WITH *, COUNT { (e)-[:{{.Types}}]-(o:Episode) WHERE {{template "within" "o"}} } AS relationships
{{- range .All}}{{if ordering .}}
CALL (e, {{.}}) {
  WITH {{.}} AS lock, COUNT { (e)-[:{{.}}]-(o:Episode) WHERE {{template "within" "o"}} } AS gone
  FOREACH (_ IN CASE WHEN gone > 0 THEN [1] ELSE [] END |
    SET lock.relationships = lock.relationships - gone, lock.order = 'unknown', lock.token = null, lock.until = 0)
  RETURN {type: '{{.}}', due: [], unsettled: gone > 0} AS by_{{level .}}
}
{{- end}}{{end}}
SET s.episodes = coalesce(s.episodes, 1) - 1
CREATE (:PlotlineSpentSerial {workspace: $workspace, id: e.id})
REMOVE e:Episode
SET e = {}, e:PlotlineDeleted
{{template "deleted" .}}
