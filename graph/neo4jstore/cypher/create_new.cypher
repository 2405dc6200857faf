// Creates episodes without keys, either all with requested numbers or none, without checking what exists. That is a
// third less work than create_episodes. An id or a number that exists already breaks a constraint, and create_episodes
// then decides. The SET of holder takes the lock of the workspace's counter.
// $workspace, $attempt (any id of this call), $languages and $next (for which the texts are indexed; null for no
//   next), $episodes: maps of an Episode's properties; $lowest and $highest of the requested numbers, or null
// Columns: last, the number before the first that is not requested; null where the workspace has other languages or
//   no counter, or where a number may be spent.
CYPHER 5
MATCH (s:PlotlineSerial {workspace: $workspace})
SET s.holder = $attempt
WITH s, s.last AS last WHERE coalesce(s.languages, CASE s.last WHEN 0 THEN $languages END) = $languages AND coalesce(s.next_languages, '') = coalesce($next, '')
  AND NOT EXISTS {
    MATCH (spent:PlotlineSpentSerial) WHERE spent.workspace = $workspace
      AND spent.id >= coalesce($lowest, last + 1) AND spent.id <= coalesce($highest, last + size($episodes))
  }
WITH s, last, CASE WHEN $highest IS NULL THEN last + size($episodes) WHEN $highest > last THEN $highest ELSE last END AS highest
FOREACH (_ IN CASE WHEN s.languages IS NULL THEN [1] ELSE [] END | SET s.languages = $languages)
SET s.levelled = coalesce(s.levelled, 0) + highest - last, s.last = highest, s.episodes = coalesce(s.episodes, 0) + size($episodes)
WITH last
UNWIND range(0, size($episodes) - 1) AS i
WITH last, i, $episodes[i] AS item
CREATE (e:Episode)
SET e = item {.*, workspace: $workspace, id: coalesce(item.id, last + 1 + i), written: timestamp()}
RETURN max(last) AS last
