// Stores the vectors of those episodes that a claim holds. The caller holds the lock of the model. The REMOVE of a
// property that no episode has locks the episode, so that the claim is read after every earlier change. An episode that
// gets no vectors has the number after the series, which is of the other slot: it neither waits nor is found.
// $workspace, $series, $claim, $vectors: maps of episode_id; without (1 if there are no vectors, or else 0); vector of the
//   first part or, where it has no direction, the number of its zeros; parts, if there are more: maps of part (its
//   number), vector, zeros
// Columns: stored.
CYPHER 5
{{if .Parts -}}
MATCH (m:PlotlineModel {workspace: $workspace})
SET m.parts = true
WITH m
{{end -}}
UNWIND $vectors AS item
MATCH (e:Episode {workspace: $workspace, episode_id: item.episode_id})
REMOVE e.holder
WITH e, item WHERE e.claim = $claim
SET e.vector_{{.Slot}} = item.vector, e.zeros_{{.Slot}} = item.zeros, e.series_{{.Slot}} = $series + item.without,
  e.claim = null, e.claim_until = null
{{- if .Parts}}
FOREACH (part IN item.parts |
  MERGE (p:PlotlinePart {workspace: $workspace, episode_id: item.episode_id, part: part.part})
  SET p.vector_{{.Slot}} = part.vector, p.zeros_{{.Slot}} = part.zeros, p.series_{{.Slot}} = $series)
{{- end}}
RETURN count(DISTINCT e) AS stored
