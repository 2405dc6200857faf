// Records for which start of the server texts were indexed again.
// $started
// Columns: none.
CYPHER 5
MATCH (p:PlotlineSchema {name: 'plotline'})
SET p.started = CASE WHEN $started > coalesce(p.started, 0) THEN $started ELSE p.started END
