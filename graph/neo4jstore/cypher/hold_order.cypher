// Takes the locks of the workspace's counter and of an ordering type, and reads the state of the order. The REMOVE of a
// property that these nodes have not takes their locks without a change that pages would be told of. The database must
// know the property from other nodes: else the REMOVE does nothing.
// $workspace
// Columns: order, generation, token and until (see orders.go); levelled: all episodes have levels; episodes: how many.
//   No row if the workspace was never used.
CYPHER 5
MATCH (s:PlotlineSerial {workspace: $workspace})
REMOVE s.episode_id
MERGE (lock:PlotlineLock {workspace: $workspace, type: '{{.Type}}'})
ON CREATE SET lock.relationships = 0
REMOVE lock.episode_id
RETURN lock.order AS order, coalesce(lock.generation, 0) AS generation, lock.token AS token, lock.until AS until,
       coalesce(s.levelled, 0) + coalesce(lock.gap, 0) = coalesce(s.last, 0) AS levelled,
       coalesce(s.episodes, 0) AS episodes
