// The key that every operation takes.
CYPHER 5
CREATE CONSTRAINT plotline_episode_id IF NOT EXISTS
FOR (e:Episode) REQUIRE (e.workspace, e.episode_id) IS UNIQUE
