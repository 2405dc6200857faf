// The relationships of one episode, oldest first. No row when the episode is unknown.
// $workspace, $episode_id, $min_strength, $after_created_at and $after_id (only what sorts after
// them is shown; all are counted), $limit, $max_bytes (of the metadata of what is shown, in characters)
// Columns: total; large: whether it is more, and then no relationship is given; relationships.
CYPHER 5
MATCH (e:Episode {workspace: $workspace, episode_id: $episode_id})
OPTIONAL MATCH (e){{.Left}}[r:{{.Types}}]{{.Right}}(o:Episode)
WHERE {{template "within" "o"}} AND r.strength >= $min_strength
WITH e, r ORDER BY r.created_at, r.id
WITH e, collect(r) AS matching
WITH size(matching) AS total, [r IN matching
  WHERE r.created_at > $after_created_at OR r.created_at = $after_created_at AND r.id > $after_id] AS after
WITH total, after[..$limit] AS shown
WITH total, shown, reduce(size = 0, r IN shown | size + size(coalesce(toStringOrNull(r.metadata), ''))) > $max_bytes AS large
RETURN total, large, [r IN CASE WHEN large THEN [] ELSE shown END | r {
  .id, .strength, .metadata, .created_at,
  type: type(r), from: startNode(r).episode_id, to: endNode(r).episode_id
}] AS relationships
