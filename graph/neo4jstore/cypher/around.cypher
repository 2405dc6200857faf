// Some episodes with their levels and neighbours in an ordering type, and some of those behind them, where the
// settling of levels goes on. DISTINCT lets the search prune, so that it looks at each episode once.
// $workspace, $numbers, $beyond
// Columns: episodes: [number, level, numbers and levels of the successors in turn, the same of the predecessors].
CYPHER 5
MATCH (s:Episode) WHERE s.workspace = $workspace AND s.id IN $numbers
WITH collect(s) AS starts
CALL (starts) {
  UNWIND starts AS s
  MATCH (s)-[:{{.Type}}*1..100]->(x)
  WITH DISTINCT x WHERE {{template "within" "x"}}
  WITH x LIMIT $beyond
  RETURN collect(x) AS more
}
UNWIND starts + more AS e
WITH DISTINCT e
RETURN collect([e.id, coalesce(e.{{level .Type}}, 0),
  COLLECT { MATCH (e)-[:{{.Type}}]->(x:Episode) WHERE {{template "within" "x"}} UNWIND [x.id, coalesce(x.{{level .Type}}, 0)] AS n RETURN n },
  COLLECT { MATCH (e)<-[:{{.Type}}]-(x:Episode) WHERE {{template "within" "x"}} UNWIND [x.id, coalesce(x.{{level .Type}}, 0)] AS n RETURN n }
]) AS episodes
