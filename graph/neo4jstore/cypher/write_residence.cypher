// Writes where a workspace lives. The caller holds the lock of the node. Without a state the node is deleted.
// $workspace, $state (null: here), $move, $place
// Columns: none.
CYPHER 5
MATCH (home:PlotlineLock {workspace: $workspace, type: 'MOVE'})
SET home.state = $state, home.move = $move, home.place = $place
FOREACH (_ IN CASE WHEN $state IS NULL THEN [1] ELSE [] END | DELETE home)
