// The workspaces with texts that the index may have lost when the server ended: those written up to $span before the last
// text that was written before the start.
// $started, $span, in milliseconds
// Columns: workspaces; since, the time of the first such text.
CYPHER 5
MATCH (s:PlotlineSerial) WHERE s.workspace IS NOT NULL
CALL (s) {
  MATCH (e:Episode)
  USING INDEX SEEK e:Episode(workspace, written)
  WHERE e.workspace = s.workspace AND e.written < $started
  WITH e ORDER BY e.workspace DESC, e.written DESC LIMIT 1
  RETURN e.written AS newest
}
WITH collect({workspace: s.workspace, newest: newest}) AS all_workspaces, max(newest) - $span AS since
RETURN [w IN all_workspaces WHERE w.newest >= since | w.workspace] AS workspaces, since
