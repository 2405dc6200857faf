// Makes the counter of a workspace, also where it has fallen behind: where a person has set it back, or a copy was restored.
// The SET of holder takes the lock under which episodes are created, so a second caller finds it right.
// $workspace, $attempt (any id of this call), $languages (of a workspace that has none; null to leave that to a create), $anew
//   (count even if no number shows that the counter is behind)
// Columns: as hold_languages.
CYPHER 5
MERGE (s:PlotlineSerial {workspace: $workspace})
SET s.holder = $attempt
WITH s, $anew OR s.last IS NULL OR s.languages IS NULL
  OR EXISTS { MATCH (e:Episode) WHERE e.workspace = $workspace AND e.id > s.last }
  OR EXISTS { MATCH (spent:PlotlineSpentSerial) WHERE spent.workspace = $workspace AND spent.id > s.last } AS lost
{{template "counter" .}}
RETURN s.languages AS languages, s.next_languages AS next, s.indexed_after AS after, s.indexed AS done,
       s.episodes AS episodes
