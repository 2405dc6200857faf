// The order of lists: newest first, ties by number.
CYPHER 5
CREATE INDEX plotline_episode_age IF NOT EXISTS
FOR (e:Episode) ON (e.workspace, e.created_at, e.id)
