// Some episodes, and the relationships of one type between them. See project_all.
// $workspace, $ids
// Columns: missing: those of the ids that are unknown; numbers, episode_ids, names, times, of the
//   episodes; froms and tos, the numbers of the ends.
CYPHER 5
UNWIND $ids AS id
OPTIONAL MATCH (e:Episode {workspace: $workspace, episode_id: id})
WITH collect(CASE WHEN e IS NULL THEN id END) AS missing, collect(DISTINCT e) AS nodes
CALL (nodes) {
  UNWIND nodes AS a
  MATCH (a)-[:{{.Type}}]->(b:Episode)
  WHERE b IN nodes
  RETURN collect(a.id) AS froms, collect(b.id) AS tos
}
RETURN missing, [n IN nodes | n.id] AS numbers, [n IN nodes | n.episode_id] AS episode_ids,
       [n IN nodes | n.name] AS names, [n IN nodes | n.created_at] AS times, froms, tos
