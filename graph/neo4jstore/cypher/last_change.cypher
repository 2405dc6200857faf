// When an episode was last created or changed. No index has this, so it reads every episode.
// $workspace
// Columns: changed_at, in microseconds since 1970; 0 for none.
CYPHER 5
MATCH (e:Episode)
USING INDEX SEEK e:Episode(workspace, id)
WHERE e.workspace = $workspace AND e.id IS NOT NULL
RETURN coalesce(max(e.updated_at), 0) AS changed_at
