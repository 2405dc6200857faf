// The topological order by follows: by level, oldest first.
CYPHER 5
CREATE INDEX plotline_order_follows IF NOT EXISTS
FOR (e:Episode) ON (e.workspace, e.level_follows, e.created_at, e.id)
