// Deletes the journal of a workspace.
// $workspace
// Columns: none.
CYPHER 5
MATCH (entry:PlotlineLock)
WHERE entry.workspace = $workspace AND entry.type STARTS WITH 'JOURNAL '
DELETE entry
