// Full text over what Plotline makes of an episode's texts: the analyzer only cuts at spaces. Each token
// begins with a key of its workspace, so that a search reads its own workspace alone. Filled behind the
// commits, since a write would wait for it several milliseconds; a search waits instead.
CYPHER 5
CREATE FULLTEXT INDEX plotline_episode_index IF NOT EXISTS
FOR (e:Episode) ON EACH [e.words, e.stems]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: true}}
