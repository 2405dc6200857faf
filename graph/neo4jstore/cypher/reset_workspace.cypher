// Makes a workspace without episodes like a new one. The nodes of its locks stay, because writers may wait for them.
// $workspace
// Columns: none.
CYPHER 5
MATCH (s:PlotlineSerial {workspace: $workspace})
SET s.last = null, s.levelled = null, s.episodes = null, s.languages = null, s.next_languages = null,
    s.indexed_after = null, s.indexed = null
WITH s
OPTIONAL MATCH (m:PlotlineModel {workspace: $workspace})
DELETE m
WITH s
MATCH (lock:PlotlineLock)
USING INDEX SEEK lock:PlotlineLock(workspace, type)
WHERE lock.workspace = $workspace AND lock.type IN [{{range $i, $type := .All}}{{if ordering $type}}{{if $i}}, {{end}}'{{$type}}'{{end}}{{end}}]
SET lock.relationships = 0, lock.order = 'kept', lock.gap = null, lock.token = null, lock.until = null
