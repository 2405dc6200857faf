// Takes the locks of the workspace's counter and of an ordering type, and reads the state of the order. The REMOVE of a
// property that these nodes have not takes their locks without a change that pages would be told of. The database must
// know the property from other nodes: else the REMOVE does nothing.
// $workspace, $length (of a claim, in microseconds)
// Columns: order, generation and token (see orders.go); claimed: the token's claim still holds; levelled: all episodes have
//   levels; episodes: how many; lost: the counter is. No row if there is none.
CYPHER 5
MATCH (s:PlotlineSerial {workspace: $workspace})
REMOVE s.episode_id
MERGE (lock:PlotlineLock {workspace: $workspace, type: '{{.Type}}'})
ON CREATE SET lock.relationships = 0
REMOVE lock.episode_id
WITH s, lock, {{template "now"}} AS now
RETURN lock.order AS order, coalesce(lock.generation, 0) AS generation, lock.token AS token,
       coalesce(now < lock.until <= now + $length, false) AS claimed,
       coalesce(s.levelled, 0) + coalesce(lock.gap, 0) = s.last AS levelled,
       coalesce(s.episodes, 0) AS episodes, s.last IS NULL AS lost
