// Records the last migration. A process with fewer migrations never lowers the number.
// $number
// Columns: schema.
CYPHER 5
MERGE (p:PlotlineSchema {name: 'plotline'})
SET p.number = CASE WHEN coalesce(p.number, 0) < $number THEN $number ELSE p.number END
RETURN p.number AS schema
