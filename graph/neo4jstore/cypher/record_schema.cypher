// Records the version of the schema. A process with fewer migrations never lowers the number.
// $number, $digest
// Columns: schema; digest, "" for none.
CYPHER 5
MERGE (p:PlotlineSchema {name: 'plotline'})
WITH p, coalesce(p.number, 0) < $number AS behind
SET p.number = CASE WHEN behind THEN $number ELSE p.number END, p.digest = CASE WHEN behind THEN $digest ELSE p.digest END
RETURN p.number AS schema, coalesce(p.digest, '') AS digest
