// Some episodes, those within some hops of them in both directions, and the relationships between them. If there are
// too many episodes, those with the fewest hops are kept, then the newest.
// $workspace, $ids, $depth, $max_nodes, $max_edges
// Columns: missing: those of the ids that are unknown; total: candidates before the cut; nodes,
//   newest first; edges, oldest first.
CYPHER 5
UNWIND $ids AS id
OPTIONAL MATCH (e:Episode {workspace: $workspace, episode_id: id})
WITH collect(CASE WHEN e IS NULL THEN id END) AS missing, collect(DISTINCT e) AS f0
{{- range $level := .Levels}}
CALL (f{{$level.Before}}) {
  UNWIND CASE WHEN $depth >= {{$level.Number}} THEN f{{$level.Before}} ELSE [] END AS here
  MATCH (here)-[:{{$.Types}}]-(there:Episode)
  WHERE {{template "within" "there"}}
  RETURN collect(DISTINCT there) AS f{{$level.Number}}
}
{{- end}}
CALL (f0, f1, f2, f3, f4, f5) {
  UNWIND [[0, f0], [1, f1], [2, f2], [3, f3], [4, f4], [5, f5]] AS level
  UNWIND level[1] AS n
  WITH n, min(level[0]) AS hops
  ORDER BY hops, n.created_at DESC, n.id DESC
  RETURN collect(n) AS candidates
}
WITH missing, size(candidates) AS total, candidates[..$max_nodes] AS nodes
CALL (nodes) {
  UNWIND nodes AS a
  MATCH (a)-[r:{{.Types}}]->(b:Episode)
  WHERE b IN nodes AND r.id IS NOT NULL
  WITH a, b, r ORDER BY r.created_at, r.id LIMIT $max_edges
  RETURN collect([r.id, a.episode_id, b.episode_id, type(r), r.strength, r.created_at]) AS edges
}
CALL (nodes) {
  UNWIND nodes AS n
  WITH n ORDER BY n.created_at DESC, n.id DESC
  RETURN collect([n.episode_id, n.id, n.name, n.created_at, n.reward]) AS sorted
}
RETURN missing, total, sorted AS nodes, edges
