// Takes each lock of a workspace that a write may hold, and so waits for all writes in progress. A new
// lock of an ordering type begins as one of an addition does.
// $workspace, $attempt (any id of this call), $types of the locks in the order in which writes take them
// Columns: none.
CYPHER 5
MERGE (s:PlotlineSerial {workspace: $workspace})
SET s.drained = $attempt
WITH s
UNWIND $types AS type
MERGE (lock:PlotlineLock {workspace: $workspace, type: type})
ON CREATE SET lock.relationships = CASE WHEN NOT type STARTS WITH 'CHANGE ' THEN 0 END
SET lock.drained = $attempt
