// Deletes some episodes of a workspace that is being deleted. Only another program may have left relationships.
// $workspace, $attempt (any id of this call), $limit
// Columns: deleted.
CYPHER 5
MERGE (s:PlotlineSerial {workspace: $workspace})
SET s.drained = $attempt
WITH s
CALL () {
  MATCH (e:Episode)
  USING INDEX SEEK e:Episode(workspace, id)
  WHERE e.workspace = $workspace AND e.id IS NOT NULL
  WITH e LIMIT $limit
  DETACH DELETE e
  RETURN count(*) AS deleted
}
SET s.holder = CASE WHEN deleted > 0 THEN $attempt ELSE s.holder END,
    s.episodes = CASE WHEN s.episodes > deleted THEN s.episodes - deleted ELSE 0 END
RETURN deleted
