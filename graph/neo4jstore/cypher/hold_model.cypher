// As read_model. The SET of holder takes the lock under which vectors are claimed and stored. The result is therefore
// the state that the last holder left.
// $workspace, $attempt (any id of this call)
// Columns: model; series; next; next_series; last_series; claims; parts: whether any text was ever stored in parts.
CYPHER 5
MATCH (m:PlotlineModel {workspace: $workspace})
SET m.holder = $attempt
RETURN m.model AS model, m.series AS series, m.next AS next, m.next_series AS next_series,
       m.last_series AS last_series, m.claims AS claims, coalesce(m.parts, false) AS parts
