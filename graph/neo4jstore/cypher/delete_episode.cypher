// Deletes an episode with its relationships and the parts of its text. The parts are read under the lock that the
// deletion takes, so that none is stored meanwhile. It takes the lock of the workspace's counter as a create does, and then
// those of the ordering types, because relationships of these types may go along. Only under them it is certain which.
// The number is not used again. No row if the episode is unknown or has more relationships (the caller then rolls back,
// see hide_episode). See add_ordering about levels.
// $workspace, $attempt (any id of this call), $episode_id, $most
// Columns: orders, of each ordering type that relationships went along of: type, due (the numbers of the episodes whose
//   level is to be settled), unsettled (the order is not kept); relationships, how many went along.
CYPHER 5
{{template "to be deleted" .}}
WHERE COUNT { (e)-[:{{.Types}}]-() } <= $most
WITH *, COUNT { (e)-[:{{.Types}}]-(o:Episode) WHERE {{template "within" "o"}} } AS relationships
{{- range .All}}{{if ordering .}}
CALL (e, {{.}}) {
  OPTIONAL MATCH (e)-[:{{.}}]->(b:Episode)
  WHERE {{template "within" "b"}}
  WITH e, {{.}} AS lock, coalesce({{.}}.order, '') = 'kept' AS kept, collect(b) AS after
  FOREACH (b IN CASE WHEN kept THEN [] ELSE after END | SET b.{{noted .}} = coalesce(lock.generation, 0))
  WITH lock, kept, COUNT { (e)-[:{{.}}]-(o:Episode) WHERE {{template "within" "o"}} } AS gone,
       [b IN after WHERE kept AND b.{{level .}} = coalesce(e.{{level .}}, 0) + 1 | b.id] AS due
  SET lock.relationships = lock.relationships - gone
  FOREACH (_ IN CASE WHEN due <> [] THEN [1] ELSE [] END | SET lock.order = 'open')
  RETURN {type: '{{.}}', due: due, unsettled: NOT kept AND gone > 0} AS by_{{level .}}
}
{{- end}}{{end}}
SET s.episodes = coalesce(s.episodes, 1) - 1
CREATE (:PlotlineSpentSerial {workspace: $workspace, id: e.id})
DETACH DELETE e
{{template "deleted" .}}
