// The locks of all workspaces for one ordering type, which have its counters.
CYPHER 5
CREATE INDEX plotline_lock_type IF NOT EXISTS
FOR (l:PlotlineLock) ON (l.type)
