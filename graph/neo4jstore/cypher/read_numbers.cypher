// The counters of a workspace, or what they should say if they are lost.
// $workspace
// Columns: episodes; last, the number that was given last.
CYPHER 5
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
CALL (s) {
  WITH s WHERE s.last IS NULL
  {{template "there"}}
  RETURN coalesce(max(episodes), 0) AS uncounted, max(highest) AS highest
}
RETURN CASE WHEN s.last IS NULL THEN uncounted ELSE coalesce(s.episodes, 0) END AS episodes,
       coalesce(s.last, highest) AS last
