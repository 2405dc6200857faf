// The topological order by causes: by level, oldest first.
CYPHER 5
CREATE INDEX plotline_order_causes IF NOT EXISTS
FOR (e:Episode) ON (e.workspace, e.level_causes, e.created_at, e.id)
