// The ids of the episodes that have some serial numbers.
// $workspace, $serials
// Columns: serials, episode_ids: those of the numbers that episodes have, and whose they are.
CYPHER 5
UNWIND $serials AS serial
MATCH (e:Episode {workspace: $workspace, id: serial})
WITH DISTINCT e
RETURN collect(e.id) AS serials, collect(e.episode_id) AS episode_ids
