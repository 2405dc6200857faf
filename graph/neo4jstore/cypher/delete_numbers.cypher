// Deletes some numbers of deleted episodes.
// $workspace, $limit
// Columns: deleted.
CYPHER 5
MATCH (spent:PlotlineSpentSerial)
USING INDEX SEEK spent:PlotlineSpentSerial(workspace, id)
WHERE spent.workspace = $workspace AND spent.id IS NOT NULL
WITH spent LIMIT $limit
DELETE spent
RETURN count(*) AS deleted
