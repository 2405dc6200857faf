// Whether an order is kept: the state that the writes leave on the lock, and whether all episodes have levels. The REMOVE
// takes the lock (see hold_order): a commit is visible in parts, and only who holds the lock sees levels that agree.
// $workspace
// Columns: kept; total: episodes.
CYPHER 5
OPTIONAL MATCH (lock:PlotlineLock {workspace: $workspace, type: '{{.Type}}'})
USING INDEX lock:PlotlineLock(workspace, type)
REMOVE lock.episode_id
WITH lock
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
RETURN coalesce(lock.order = 'kept' AND coalesce(s.levelled, 0) + coalesce(lock.gap, 0) = s.last, false) AS kept,
       coalesce(s.episodes, 0) AS total
