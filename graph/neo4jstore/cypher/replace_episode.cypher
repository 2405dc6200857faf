// Writes an episode's fields if it has not changed meanwhile. The REMOVE of a property that no episode has takes the
// lock, so that updated_at is read after every earlier change. If the text for vectors changes, its vectors and any
// claim on it are deleted. The languages are read under the lock, too: indexing texts again takes the same lock,
// after the next languages are known. No row if the episode is unknown. Null if it was deleted while this call waited
// for the lock.
// $workspace, $episode_id, $was (the updated_at expected), $fields (null clears), $text, $languages and $next (for
//   which the texts are indexed; null for no next), $node and $mark (see changes.go)
// Columns: found, the updated_at that was there; agreed: false where the workspace has other languages, and then
//   nothing is written.
CYPHER 5
MERGE (change:PlotlineLock {workspace: $workspace, type: $node})
SET change.holder = $mark
WITH 1 AS marked
MATCH (e:Episode {workspace: $workspace, episode_id: $episode_id})
REMOVE e.holder
WITH e, e.updated_at AS found,
     substring(reduce(text = '',
       part IN CASE WHEN e.query STARTS WITH e.name THEN [e.query, e.reflection] ELSE [toStringOrNull(e.name), toStringOrNull(e.query), toStringOrNull(e.reflection)] END |
       CASE WHEN part <> '' THEN text + '\n' + part ELSE text END), 1) <> $text AS other
OPTIONAL MATCH (s:PlotlineSerial {workspace: $workspace})
WITH e, found, other, coalesce(s.languages, 'english') = $languages AND coalesce(s.next_languages, '') = coalesce($next, '') AS agreed
CALL (found, other, agreed) {
  MATCH (p:PlotlinePart) WHERE p.workspace = $workspace AND p.episode_id = $episode_id AND p.part > 0
    AND found = $was AND agreed AND other
  DELETE p
}
FOREACH (_ IN CASE WHEN found = $was AND agreed AND other THEN [1] ELSE [] END |
  SET e.series_a = 0, e.series_b = 0, e.vector_a = null, e.vector_b = null,
    e.zeros_a = null, e.zeros_b = null, e.claim = null, e.claim_until = null)
FOREACH (_ IN CASE WHEN found = $was AND agreed THEN [1] ELSE [] END | SET e += $fields, e.written = timestamp())
RETURN found, agreed
