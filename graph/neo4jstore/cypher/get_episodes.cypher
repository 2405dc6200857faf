// Reads the episodes in a list that exist. An import asks for many ids, which were made one after the other and are mostly
// new. A look whether any episode lies between the first and the last spares a seek for each.
// $workspace, $ids, $first and $last of them, $most characters of the texts (0: all, and the metadata)
// Columns: episodes.
CYPHER 5
CALL () {
  MATCH (near:Episode)
  USING INDEX SEEK near:Episode(workspace, episode_id)
  WHERE near.workspace = $workspace AND near.episode_id >= $first AND near.episode_id <= $last
  RETURN 1 AS near LIMIT 1
}
UNWIND $ids AS id
MATCH (e:Episode {workspace: $workspace, episode_id: id})
WITH DISTINCT e
RETURN collect(e {
  {{template "short"}},
  query: CASE $most WHEN 0 THEN e.query ELSE left(e.query, $most) END,
  reflection: CASE $most WHEN 0 THEN e.reflection ELSE left(e.reflection, $most) END,
  metadata: CASE $most WHEN 0 THEN e.metadata END
}) AS episodes
