// How many episodes match each of some queries, up to a bound, and how many of those beyond it are in a sample.
// $workspace, $queries (Lucene's), $needles (the groups of each), $most, $lately, $least (episodes of the sample), $shares (of
// how many episodes one is in each sample; none: no sample), $samples (Lucene's queries), $of_samples (the needles of each)
// Columns: having; sample: its number, 0 for none; sampled: [place of the query, episodes of the sample] for those with $most or
//   more; episodes of the workspace; languages in which it answers.
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
WITH lately, texts, having, s.languages AS languages, {{template "total"}} AS episodes
WITH *, size([share IN $shares WHERE episodes / share >= $least]) AS sample
CALL (lately, texts, having, sample) {
  UNWIND [i IN range(0, size(having) - 1) WHERE sample > 0 AND having[i] >= $most] AS i
  CALL (i, lately, sample) {
    CALL db.index.fulltext.queryNodes('plotline_episode_index', '+' + $queries[i] + ' +' + $samples[sample - 1]) YIELD node
    WHERE lately = [] OR NOT node IN lately
    RETURN count(node) AS number
  }
  WITH i, number, texts, $needles[i] + $of_samples[sample - 1] AS needles
  RETURN collect([i, number + size([text IN texts WHERE {{template "matches"}}])]) AS sampled
}
RETURN having, sample, sampled, episodes, languages
