// Compares the counters of some workspaces with what is there, without their locks: what differs is only a suspicion.
// $after (a workspace), $limit
// Columns: last of the workspaces, null if there were none; differing: those whose counter differs.
CYPHER 5
MATCH (l:PlotlineLock)
USING INDEX l:PlotlineLock(type)
WHERE l.type = '{{.Type}}' AND l.workspace > $after
WITH l ORDER BY l.workspace LIMIT $limit
CALL (l) {
  MATCH (a:Episode)-[r:{{.Type}}]->()
  USING INDEX a:Episode(workspace, id)
  WHERE a.workspace = l.workspace AND a.id IS NOT NULL
  RETURN count(r) AS there
}
RETURN max(l.workspace) AS last,
       collect(CASE WHEN coalesce(l.relationships <> there, true) THEN l.workspace END) AS differing
