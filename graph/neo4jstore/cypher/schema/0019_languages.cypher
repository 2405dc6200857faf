// For which languages the texts of a workspace are indexed. A former version knew English alone. A workspace that has
// never had an episode, or was deleted, has none.
CYPHER 5
MATCH (s:PlotlineSerial) WHERE s.languages IS NULL AND s.last IS NOT NULL
SET s.languages = 'english'
