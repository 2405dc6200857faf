// Full text over tokens that are made by Plotline: the analyzer only cuts at spaces. Filled behind
// the commits, since a write would wait for it several milliseconds; a search waits instead.
CYPHER 5
CREATE FULLTEXT INDEX plotline_episode_text IF NOT EXISTS
FOR (e:Episode) ON EACH [e.workspace, e.search_text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: true}}
