// As get_residence, but makes the node if there is none. The SET of held takes its lock.
// $workspace, $attempt (any id of this call)
// Columns: state, move, place; null in a new node.
CYPHER 5
MERGE (home:PlotlineLock {workspace: $workspace, type: 'MOVE'})
SET home.held = $attempt
RETURN home.state AS state, home.move AS move, home.place AS place
