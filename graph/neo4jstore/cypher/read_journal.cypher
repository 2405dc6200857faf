// The oldest entries of the journal of a workspace.
// $workspace, $limit
// Columns: entries.
CYPHER 5
MATCH (entry:PlotlineLock)
WHERE entry.workspace = $workspace AND entry.type STARTS WITH 'JOURNAL '
WITH entry ORDER BY entry.workspace, entry.type LIMIT $limit
RETURN collect(entry {.type, .relationship, .id}) AS entries
