// Removes one relationship. One of an ordering type is removed under the lock of its type, and looked up again under
// that lock: another call may have removed it meanwhile. Deleting one that another call has just deleted is no error.
// Only the summary's counters show which call deleted it. See add_ordering about levels.
//
// If the transaction adds a relationship with this id again, this one loses its id first: from 2026 on, Neo4j compares
// what is added with what the same transaction has deleted.
// $workspace, $node and $mark (see changes.go), $id, $again
// Columns: type; due: the numbers of the episodes whose level is to be settled; unsettled: the order is not
//   kept.
CYPHER 5
CALL () {
  {{- range $i, $type := .All}}{{if $i}}
  UNION ALL{{end}}
  {{template "related" $type}} WHERE r.workspace = $workspace AND r.id = $id
    AND a.workspace = $workspace AND b.workspace = $workspace
  RETURN {{if ordering $type}}'{{$type}}'{{else}}$node{{end}} AS node
  {{- end}}
}
MERGE (lock:PlotlineLock {workspace: $workspace, type: node})
SET lock.holder = $mark
WITH lock, coalesce(lock.order, '') AS order
CALL (lock, order) {
  {{- range $i, $type := .All}}{{if $i}}
  UNION ALL{{end}}
  WITH lock, order
  {{- if ordering $type}}
  {{template "related" $type}} WHERE r.workspace = $workspace AND r.id = $id
    AND a.workspace = $workspace AND b.workspace = $workspace
  WITH lock, order, r, b, order = 'kept' AND coalesce(a.{{level $type}}, 0) + 1 = b.{{level $type}} AND NOT EXISTS {
    MATCH (other)-[o:{{$type}}]->(b) WHERE o <> r AND coalesce(other.{{level $type}}, 0) + 1 = b.{{level $type}}
  } AS falls
  FOREACH (_ IN CASE WHEN falls THEN [1] ELSE [] END | SET lock.order = 'open')
  FOREACH (_ IN CASE WHEN order <> 'kept' THEN [1] ELSE [] END | SET b.{{noted $type}} = coalesce(lock.generation, 0))
  SET lock.relationships = lock.relationships - 1
  RETURN r, CASE WHEN falls THEN [b.id] ELSE [] END AS due, order <> 'kept' AS unsettled
  {{- else}}
  {{template "related" $type}} WHERE r.workspace = $workspace AND r.id = $id
    AND a.workspace = $workspace AND b.workspace = $workspace
  RETURN r, [] AS due, false AS unsettled
  {{- end}}
  {{- end}}
}
WITH r, type(r) AS type, due, unsettled
FOREACH (_ IN CASE WHEN $again THEN [1] ELSE [] END | REMOVE r.id)
DELETE r
RETURN type, due, unsettled
