// Waits until the index has all texts that were committed before.
// Columns: none.
CYPHER 5
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
