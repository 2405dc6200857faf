// Serial numbers.
CYPHER 5
CREATE CONSTRAINT plotline_episode_number IF NOT EXISTS
FOR (e:Episode) REQUIRE (e.workspace, e.id) IS UNIQUE
