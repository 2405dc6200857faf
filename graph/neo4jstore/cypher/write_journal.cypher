// Adds entries to the journal of a workspace that is leaving. They are nodes of the label of the locks, whose index
// gives their order.
// $workspace, $entries: maps of type ('JOURNAL ' and an id that grows with time), relationship (whether it is one) and id
// Columns: none.
CYPHER 5
UNWIND $entries AS entry
CREATE (:PlotlineLock {workspace: $workspace, type: entry.type, relationship: entry.relationship, id: entry.id})
