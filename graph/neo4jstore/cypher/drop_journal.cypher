// Deletes entries of the journal of a workspace.
// $workspace, $types of the entries
// Columns: none.
CYPHER 5
UNWIND $types AS type
MATCH (entry:PlotlineLock {workspace: $workspace, type: type})
DELETE entry
