// How many episodes match each of some queries, up to a bound. The index is updated after the commits. Waiting for it
// here lets a caller find what it has just written.
// $workspace, $queries (Lucene's), $most, $settled (whether to wait)
// Columns: having; episodes of the workspace; languages in which it answers.
CYPHER 5
CALL () {
  WITH $settled AS settled WHERE settled
  CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
  RETURN count(*) AS waited
}
CALL () {
  UNWIND range(0, size($queries) - 1) AS i
  CALL (i) {
    CALL db.index.fulltext.queryNodes('plotline_episode_index', $queries[i], {limit: $most}) YIELD node
    RETURN count(node) AS number
  }
  WITH i, number ORDER BY i
  RETURN collect(number) AS having
}
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
{{template "total"}}
RETURN having, total AS episodes, s.languages AS languages
