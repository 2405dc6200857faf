// Creates episodes, one after the other. The SET of holder takes the lock of the workspace's counter, so that one
// caller at a time checks numbers, keys and ids. Every row sees those before it. If the key or the id exists already,
// nothing is created and the existing episode is returned. The counter has fallen behind where its next number is spent.
// $workspace, $attempt (any id of this call), $languages and $next (for which the texts are indexed; null for no
//   next), $episodes: maps of an Episode's properties, in which id is the number asked for, or null for the next.
// Columns: outcomes, in the order given: [number, null] for what was created, else [null, old episode], or [null, null]
//   where the counter has fallen behind. None where the workspace has other languages, or no
//   counter.
CYPHER 5
MATCH (s:PlotlineSerial {workspace: $workspace})
SET s.holder = $attempt
WITH s WHERE s.last IS NOT NULL AND coalesce(s.languages, CASE s.last WHEN 0 THEN $languages END) = $languages
  AND coalesce(s.next_languages, '') = coalesce($next, '')
FOREACH (_ IN CASE WHEN s.languages IS NULL THEN [1] ELSE [] END | SET s.languages = $languages)
WITH s
UNWIND $episodes AS item
CALL (s, item) {
  OPTIONAL MATCH (keyed:Episode {workspace: $workspace, idempotency_key: item.idempotency_key})
  OPTIONAL MATCH (same:Episode {workspace: $workspace, episode_id: item.episode_id})
  OPTIONAL MATCH (numbered:Episode {workspace: $workspace, id: item.id})
  WITH s, item, coalesce(keyed, same) AS old, numbered, s.last AS last
  OPTIONAL MATCH (spent:PlotlineSpentSerial {workspace: $workspace, id: coalesce(item.id, last + 1)})
  WITH s, item, old, last, CASE
    WHEN item.id IS NOT NULL AND (numbered IS NOT NULL OR spent IS NOT NULL) THEN last + 1
    WHEN spent IS NULL THEN coalesce(item.id, last + 1)
  END AS number
  FOREACH (_ IN CASE WHEN old IS NULL AND number IS NOT NULL THEN [1] ELSE [] END |
    CREATE (e:Episode)
    SET e = item, e.workspace = $workspace, e.id = number, e.written = timestamp(),
        s.levelled = coalesce(s.levelled, 0) + CASE WHEN number > last THEN number - last ELSE 0 END,
        s.last = CASE WHEN number > last THEN number ELSE last END,
        s.episodes = coalesce(s.episodes, 0) + 1
  )
  RETURN CASE WHEN old IS NULL THEN number END AS number, old
}
RETURN collect([number, old {
  .episode_id, .id, .name, .query, .reflection, .reward, .tags, .metadata, .created_at, .updated_at,
  .idempotency_key, .digest
}]) AS outcomes
