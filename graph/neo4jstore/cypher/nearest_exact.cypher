// The episodes of a workspace whose vectors are nearest to one, and some others, by comparing every vector of the
// series. Of several vectors the nearest counts. A vector of zeros has no direction, and the server rejects it. For a
// stored one zeros_{{.Slot}} holds the number of its components. For a query $vector is null.
// $workspace, $series, $vector, $components, $ids, $since, $until, $min_reward, $max_reward, $tags, $limit
// Columns: found: [episode_id, id, created_at, tags, cosine].
CYPHER 5
CALL () {
  MATCH (e:Episode)
  USING INDEX SEEK e:Episode(workspace, series_{{.Slot}})
  WHERE e.workspace = $workspace AND e.series_{{.Slot}} = $series
    AND e.created_at >= $since AND e.created_at <= $until
    AND ($min_reward IS NULL OR e.reward >= $min_reward)
    AND ($max_reward IS NULL OR e.reward <= $max_reward)
    AND all(tag IN $tags WHERE tag IN e.tags)
  {{template "vectors" .}}
  WITH e, CASE
    WHEN coalesce(v.zeros_{{.Slot}}, size(v.vector_{{.Slot}})) <> $components THEN null
    WHEN v.vector_{{.Slot}} IS NULL THEN 0.0
    WHEN $vector IS NULL THEN 0.0
    ELSE 2 * vector.similarity.cosine(v.vector_{{.Slot}}, $vector) - 1
  END AS cosine
  WHERE cosine IS NOT NULL
  WITH e, {{if .Parts}}max(cosine) AS {{end}}cosine ORDER BY cosine DESC LIMIT $limit
  RETURN e, cosine
UNION
  UNWIND $ids AS id
  MATCH (e:Episode {workspace: $workspace, episode_id: id})
  WHERE e.series_{{.Slot}} = $series
  {{template "vectors" .}}
  WITH e, CASE
    WHEN coalesce(v.zeros_{{.Slot}}, size(v.vector_{{.Slot}})) <> $components THEN null
    WHEN v.vector_{{.Slot}} IS NULL THEN 0.0
    WHEN $vector IS NULL THEN 0.0
    ELSE 2 * vector.similarity.cosine(v.vector_{{.Slot}}, $vector) - 1
  END AS cosine
  WHERE cosine IS NOT NULL
  RETURN e, {{if .Parts}}max(cosine) AS {{end}}cosine
}
RETURN collect([e.episode_id, e.id, e.created_at, e.tags, cosine]) AS found
