// Deletes some relationships of one type of a workspace that is being deleted. It takes the same locks as other writes.
// The order of an ordering type is not kept from then on: 'cyclic' means that nobody computes it.
// $workspace, $attempt (any id of this call), $limit
// Columns: deleted.
CYPHER 5
MERGE (s:PlotlineSerial {workspace: $workspace})
SET s.drained = $attempt
{{- if ordering .Type}}
MERGE (lock:PlotlineLock {workspace: $workspace, type: '{{.Type}}'})
ON CREATE SET lock.relationships = 0
SET lock.drained = $attempt, lock.order = 'cyclic'
{{- end}}
WITH s{{if ordering .Type}}, lock{{end}}
CALL () {
  MATCH ()-[r:{{.Type}}]->()
  USING INDEX SEEK r:{{.Type}}(workspace, id)
  WHERE r.workspace = $workspace AND r.id IS NOT NULL
  WITH r LIMIT $limit
  DELETE r
  RETURN count(*) AS deleted
}
SET s.holder = CASE WHEN deleted > 0 THEN $attempt ELSE s.holder END
{{- if ordering .Type}}, lock.relationships = lock.relationships - deleted{{end}}
RETURN deleted
