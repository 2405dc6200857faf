// How many episodes match each of some queries, up to a bound.
// $workspace, $queries (Lucene's), $needles (the groups of each), $most, $lately
// Columns: having; episodes of the workspace; languages in which it answers.
CYPHER 5
{{template "lately"}}
CALL (lately, texts) {
  UNWIND range(0, size($queries) - 1) AS i
  CALL (i, lately) {
    CALL db.index.fulltext.queryNodes('plotline_episode_index', $queries[i], {limit: $most}) YIELD node
    WHERE lately = [] OR NOT node IN lately
    RETURN count(node) AS number
  }
  WITH i, number, texts, $needles[i] AS needles
  WITH i, number + size([text IN texts WHERE {{template "matches"}}]) AS number
  WITH i, CASE WHEN number > $most THEN $most ELSE number END AS number ORDER BY i
  RETURN collect(number) AS having
}
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
RETURN having, {{template "total"}} AS episodes, s.languages AS languages
