// The newest episodes of a workspace and the relationships between them.
// $workspace, $max_nodes, $max_edges
// Columns: missing (none); total; nodes, newest first; edges, oldest first.
CYPHER 5
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
CALL () {
  MATCH (e:Episode)
  USING INDEX SEEK e:Episode(workspace, created_at, id)
  WHERE e.workspace = $workspace AND e.created_at >= -9223372036854775807 AND e.id IS NOT NULL
  WITH e ORDER BY e.workspace DESC, e.created_at DESC, e.id DESC LIMIT $max_nodes
  RETURN collect(e) AS nodes
}
CALL (nodes) {
  UNWIND nodes AS a
  MATCH (a)-[r:{{.Types}}]->(b:Episode)
  WHERE b IN nodes AND r.id IS NOT NULL
  WITH a, b, r ORDER BY r.created_at, r.id LIMIT $max_edges
  RETURN collect([r.id, a.episode_id, b.episode_id, type(r), r.strength, r.created_at]) AS edges
}
RETURN [] AS missing, {{template "total"}} AS total,
       [n IN nodes | [n.episode_id, n.id, n.name, n.created_at, n.reward]] AS nodes, edges
