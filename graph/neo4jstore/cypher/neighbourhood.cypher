// The relationships of some episodes, and of their neighbours in the order of the relationships' ids, from before to. Episodes
// with more than $max_degree relationships have none here.
// $workspace, $ids, $max_degree, $max_neighbours, $most (one more is returned if a hop has more), $tagged
// Columns: near and far: [id, type, from, to, strength]; reached: how many the neighbours have, with those of near; crowds:
//   the ids of neighbours with more than $max_degree; tagged: the tags of these episodes.
CYPHER 5
CALL () {
  UNWIND $ids AS id
  MATCH (e:Episode {workspace: $workspace, episode_id: id})
  RETURN collect(DISTINCT e) AS begin
}
CALL (begin) {
  UNWIND begin AS e
  WITH e WHERE COUNT { (e)-[:{{.Types}}]-() } <= $max_degree
  MATCH (e)-[r:{{.Types}}]-(o:Episode)
  WHERE {{template "within" "o"}}
  WITH DISTINCT r, r.id AS id
  WITH r, id WHERE id IS NOT NULL
  WITH r, id LIMIT $most + 1
  WITH r, id ORDER BY id
  RETURN collect(r) AS rels, collect([id, type(r), startNode(r).episode_id, endNode(r).episode_id, r.strength]) AS near
}
CALL (begin, rels) {
  CALL (begin, rels) {
    UNWIND begin AS e
    RETURN e, -1 AS place
    UNION ALL
    UNWIND CASE WHEN size(rels) > $most THEN [] ELSE range(0, size(rels) - 1) END AS i
    UNWIND [[startNode(rels[i]), 2 * i], [endNode(rels[i]), 2 * i + 1]] AS end
    RETURN end[0] AS e, end[1] AS place
  }
  WITH e, min(place) AS place WHERE place >= 0
  WITH e, place ORDER BY place LIMIT $max_neighbours
  WITH e, COUNT { (e)-[:{{.Types}}]-() } > $max_degree AS crowd
  RETURN collect(CASE WHEN crowd THEN e.episode_id END) AS crowds, collect(CASE WHEN NOT crowd THEN e END) AS next
}
CALL (next) {
  UNWIND next AS e
  MATCH (e)-[r:{{.Types}}]-(o:Episode)
  WHERE {{template "within" "o"}}
  WITH DISTINCT r LIMIT $most + 1
  RETURN collect(r) AS reached
}
CALL (rels, reached) {
  CALL (rels, reached) {
    UNWIND rels AS r
    RETURN r, 1 AS hop
    UNION ALL
    UNWIND reached AS r
    RETURN r, 2 AS hop
  }
  WITH r, min(hop) AS hop WHERE hop = 2
  RETURN collect([r.id, type(r), startNode(r).episode_id, endNode(r).episode_id, r.strength]) AS far
}
CALL () {
  UNWIND $tagged AS id
  MATCH (e:Episode {workspace: $workspace, episode_id: id})
  RETURN collect(e {.episode_id, .tags}) AS tagged
}
RETURN near, far, size(reached) AS reached, crowds, tagged
