// The counters of a workspace. No row: nothing was written to it.
// $workspace
// Columns: episodes; last, the number that was given last.
CYPHER 5
MATCH (s:PlotlineSerial {workspace: $workspace})
RETURN coalesce(s.episodes, 0) AS episodes, coalesce(s.last, 0) AS last
