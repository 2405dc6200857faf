// Waits until every index is online, or fails.
// $seconds
// Columns: none.
CYPHER 5
CALL db.awaitIndexes($seconds)
