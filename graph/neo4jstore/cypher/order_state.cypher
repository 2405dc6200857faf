// Whether an order is kept, and what shows it: the state that the writes leave on the lock, whether all episodes have
// levels, and the counters of all workspaces, which are to make up what the count store of the database has. The REMOVE
// takes the lock (see hold_order): a commit is visible in parts, and only who holds the lock sees levels that agree.
// $workspace
// Columns: kept; agree: the counters agree with the count store; total: episodes.
CYPHER 5
OPTIONAL MATCH (lock:PlotlineLock {workspace: $workspace, type: '{{.Type}}'})
USING INDEX lock:PlotlineLock(workspace, type)
REMOVE lock.episode_id
WITH lock
CALL () {
  MATCH (:Episode)-[r:{{.Type}}]->() RETURN count(r) AS there
}
CALL () {
  MATCH (l:PlotlineLock)
  USING INDEX l:PlotlineLock(type)
  WHERE l.type = '{{.Type}}'
  RETURN coalesce(sum(l.relationships), 0) AS counted, count(l) = count(l.relationships) AS all_counted
}
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
RETURN coalesce(lock.order = 'kept' AND coalesce(s.levelled, 0) + coalesce(lock.gap, 0) = s.last, false) AS kept,
       all_counted AND there = counted AS agree, coalesce(s.episodes, 0) AS total
