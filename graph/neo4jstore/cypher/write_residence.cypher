// Writes where a workspace lives. The caller holds the lock of the node. Without a state the node is deleted. The entries
// are those of a journal that versions before 0.1.0 kept.
// $workspace, $state (null: here), $move, $place
// Columns: none.
CYPHER 5
MATCH (home:PlotlineLock {workspace: $workspace, type: 'MOVE'})
SET home.state = $state, home.move = $move, home.place = $place
FOREACH (_ IN CASE WHEN $state IS NULL THEN [1] ELSE [] END | DELETE home)
WITH DISTINCT $workspace AS workspace
MATCH (entry:PlotlineLock)
WHERE entry.workspace = workspace AND entry.type STARTS WITH 'JOURNAL '
DELETE entry
