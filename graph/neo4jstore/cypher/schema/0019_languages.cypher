// For which languages the texts of a workspace are indexed. A former version knew English alone.
CYPHER 5
MATCH (s:PlotlineSerial) WHERE s.languages IS NULL
SET s.languages = 'english'
