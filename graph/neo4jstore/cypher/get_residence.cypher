// Where a workspace lives (graph.Residence). No row: here, and writes are admitted.
// $workspace
// Columns: state, move, place.
CYPHER 5
MATCH (home:PlotlineLock {workspace: $workspace, type: 'MOVE'})
RETURN home.state AS state, home.move AS move, home.place AS place
