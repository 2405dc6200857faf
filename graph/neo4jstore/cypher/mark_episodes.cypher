// Marks episodes of an older version as having no vectors, by serial number.
// $workspace, $after, $limit
// Columns: last, the number of the last; null when there was none.
CYPHER 5
MATCH (e:Episode) WHERE e.workspace = $workspace AND e.id > $after
  AND (e.series_a IS NULL OR e.series_b IS NULL)
WITH e ORDER BY e.workspace, e.id LIMIT $limit
SET e.series_a = coalesce(e.series_a, 0), e.series_b = coalesce(e.series_b, 0)
RETURN max(e.id) AS last
