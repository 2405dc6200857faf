// Idempotency keys. Episodes without one are not constrained: null is no value.
CYPHER 5
CREATE CONSTRAINT plotline_episode_key IF NOT EXISTS
FOR (e:Episode) REQUIRE (e.workspace, e.idempotency_key) IS UNIQUE
