// Deletes an episode with its relationships. It takes the lock of the workspace's counter as a create does, and then
// those of the ordering types, because relationships of these types may go along. Only under them it is certain which.
// The number is not used again. No row if the episode is unknown (the caller then rolls back).
// $workspace, $attempt (any id of this call), $episode_id
// Columns: deleted. How many relationships went along stands in the summary's counters.
CYPHER 5
MERGE (s:PlotlineSerial {workspace: $workspace})
SET s.holder = $attempt
{{- range .All}}{{if ordering .}}
MERGE ({{.}}:PlotlineLock {workspace: $workspace, type: '{{.}}'})
SET {{.}}.holder = $attempt
{{- end}}{{end}}
WITH s
MATCH (e:Episode {workspace: $workspace, episode_id: $episode_id})
SET s.episodes = coalesce(s.episodes, 1) - 1
CREATE (:PlotlineSpentSerial {workspace: $workspace, id: e.id})
DETACH DELETE e
RETURN true AS deleted
