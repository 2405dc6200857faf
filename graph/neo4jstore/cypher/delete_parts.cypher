// Deletes some parts of texts of a workspace that has no episodes any more.
// $workspace, $limit
// Columns: deleted.
CYPHER 5
MATCH (p:PlotlinePart)
USING INDEX SEEK p:PlotlinePart(workspace, episode_id, part)
WHERE p.workspace = $workspace AND p.episode_id IS NOT NULL AND p.part IS NOT NULL
WITH p LIMIT $limit
DELETE p
RETURN count(*) AS deleted
