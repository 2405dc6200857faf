// The model of a workspace's vectors. No row if none was named.
// $workspace
// Columns: model; series; next; next_series; last_series; claims; parts: whether any text was ever stored in parts.
CYPHER 5
MATCH (m:PlotlineModel {workspace: $workspace})
RETURN m.model AS model, m.series AS series, m.next AS next, m.next_series AS next_series,
       m.last_series AS last_series, m.claims AS claims, coalesce(m.parts, false) AS parts
