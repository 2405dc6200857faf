// Makes the counter of a workspace that has none, or whose counter is lost: a person has deleted it or set it back, or a
// copy was restored. The last number never falls. Without numbers, the orders are kept from then on, else unknown until
// they are settled. Texts whose languages are lost are to be indexed again. The SET of holder takes the lock under which
// episodes are created.
// $workspace, $attempt (any id of this call), $languages (of episodes whose languages are lost; the first create chooses its own), $anew
//   (count even if no number shows that the counter is lost), $arriving (also that of a workspace that is moving here)
// Columns: as hold_languages.
CYPHER 5
MERGE (s:PlotlineSerial {workspace: $workspace})
SET s.holder = $attempt
WITH s, ($anew OR s.last IS NULL OR s.languages IS NULL
  OR EXISTS { MATCH (e:Episode) WHERE e.workspace = $workspace AND e.id > s.last }
  OR EXISTS { MATCH (gone:PlotlineSpentSerial) WHERE gone.workspace = $workspace AND gone.id > s.last }
) AND ($arriving OR NOT EXISTS { (:PlotlineLock {workspace: $workspace, type: 'MOVE', state: 'arriving'}) }) AS lost
CALL (s, lost) {
  WITH s, lost WHERE lost
  {{template "there"}}
  SET s.last = CASE WHEN s.last > highest THEN s.last ELSE highest END
  SET s.levelled = s.last, s.episodes = episodes
  FOREACH (_ IN CASE WHEN s.languages IS NULL AND episodes > 0 THEN [1] ELSE [] END |
    SET s.next_languages = null, s.indexed_after = 0, s.indexed = 0)
  SET s.languages = CASE WHEN episodes > 0 THEN coalesce(s.languages, $languages) ELSE s.languages END
  {{- range .All}}{{if ordering .}}
  MERGE ({{.}}:PlotlineLock {workspace: $workspace, type: '{{.}}'})
  SET {{.}}.order = CASE s.last WHEN 0 THEN 'kept' ELSE 'unknown' END,
      {{.}}.relationships = CASE s.last WHEN 0 THEN 0 ELSE coalesce({{.}}.relationships, 0) END,
      {{.}}.gap = null, {{.}}.token = null, {{.}}.until = null
  {{- end}}{{end}}
}
RETURN s.languages AS languages, s.next_languages AS next, s.indexed_after AS after, s.indexed AS done,
       s.episodes AS episodes
