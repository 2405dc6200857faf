// Episodes that a recall may return, the relationships to later episodes, and these. A relationship of a type that starts at
// the earlier episode leads to the later one, and one of another type comes from it.
// $workspace, $ids, $names (of further episodes), $starting (types that start at the earlier episode), $max_degree, $most and
// $most_later (characters of the texts)
// Columns: episodes; later: episodes; relationships; named.
CYPHER 5
CALL () {
  UNWIND $ids AS id
  MATCH (e:Episode {workspace: $workspace, episode_id: id})
  RETURN collect(DISTINCT e) AS candidates
}
CALL (candidates) {
  UNWIND candidates AS e
  WITH candidates, e WHERE 0 < COUNT { (e)-[:{{.Types}}]-() } <= $max_degree
  MATCH (e)-[r:{{.Types}}]-(o:Episode)
  WHERE {{template "within" "o"}} AND r.id IS NOT NULL
  WITH DISTINCT candidates, r, type(r) IN $starting AS starts
  WITH candidates, r, CASE WHEN starts THEN startNode(r) ELSE endNode(r) END AS earlier,
       CASE WHEN starts THEN endNode(r) ELSE startNode(r) END AS later
  WHERE earlier IN candidates
  RETURN collect(r) AS rels, collect(DISTINCT CASE WHEN NOT later IN candidates THEN later END) AS behind
}
CALL () {
  UNWIND $names AS id
  MATCH (e:Episode {workspace: $workspace, episode_id: id})
  RETURN collect([e.episode_id, e.id, e.name, e.created_at]) AS named
}
RETURN [e IN candidates | e { {{template "short"}}, query: left(e.query, $most), reflection: left(e.reflection, $most) }] AS episodes,
  [e IN behind | e { {{template "short"}}, query: left(e.query, $most_later), reflection: left(e.reflection, $most_later) }] AS later,
  [r IN rels | r {
    .id, .strength, .created_at, type: type(r), from: startNode(r).episode_id, to: endNode(r).episode_id
  }] AS relationships, named
