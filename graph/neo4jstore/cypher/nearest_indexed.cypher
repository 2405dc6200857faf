// As nearest_exact, with the index of vectors. The index does not know workspaces and filters. The request is for so
// many of the nearest in the whole database that enough may pass. The cosines are computed, because some versions
// round the index's own scores. Parts have an index of their own, which is not asked where the workspace has none. Which
// vector of an episode is the nearest is certain only when all of them are compared, which is done for those returned.
// $workspace, $series, $vector, $components, $ids, $since, $until, $min_reward, $max_reward, $tags, $limit,
// $most (to ask for)
// Columns: passed: how many of those asked for are the workspace's and pass the filter; found:
// [episode_id, id, created_at, tags, cosine].
CYPHER 5
{{if .Parts -}}
CALL () {
  CALL () {
    CALL db.index.vector.queryNodes('plotline_vector_{{.Slot}}', $most, $vector) YIELD node AS v
    RETURN v
  UNION ALL
    CALL db.index.vector.queryNodes('plotline_part_vector_{{.Slot}}', $most, $vector) YIELD node AS v
    RETURN v
  }
  WITH v WHERE v.workspace = $workspace AND v.series_{{.Slot}} = $series AND size(v.vector_{{.Slot}}) = $components
  MATCH (e:Episode {workspace: $workspace, episode_id: v.episode_id})
  WHERE e.created_at >= $since AND e.created_at <= $until
    AND ($min_reward IS NULL OR e.reward >= $min_reward)
    AND ($max_reward IS NULL OR e.reward <= $max_reward)
    AND all(tag IN $tags WHERE tag IN e.tags)
  WITH e, max(vector.similarity.cosine(v.vector_{{.Slot}}, $vector)) AS similarity
  ORDER BY similarity DESC
  WITH collect(e) AS passing
  RETURN size(passing) AS passed, passing[..$limit] AS nearest
}
CALL (nearest) {
  UNWIND nearest AS e
  RETURN e
UNION
  UNWIND $ids AS id
  MATCH (e:Episode {workspace: $workspace, episode_id: id})
  WHERE e.series_{{.Slot}} = $series
  RETURN e
}
WITH passed, e
{{template "vectors" .}}
WITH passed, e, v WHERE coalesce(v.zeros_{{.Slot}}, size(v.vector_{{.Slot}})) = $components
WITH passed, e, max(coalesce(2 * vector.similarity.cosine(v.vector_{{.Slot}}, $vector) - 1, 0.0)) AS cosine
RETURN passed, collect([e.episode_id, e.id, e.created_at, e.tags, cosine]) AS found
{{- else -}}
CALL () {
  CALL db.index.vector.queryNodes('plotline_vector_{{.Slot}}', $most, $vector) YIELD node AS e
  WHERE e.workspace = $workspace AND e.series_{{.Slot}} = $series AND size(e.vector_{{.Slot}}) = $components
    AND e.created_at >= $since AND e.created_at <= $until
    AND ($min_reward IS NULL OR e.reward >= $min_reward)
    AND ($max_reward IS NULL OR e.reward <= $max_reward)
    AND all(tag IN $tags WHERE tag IN e.tags)
  WITH e, 2 * vector.similarity.cosine(e.vector_{{.Slot}}, $vector) - 1 AS cosine
  ORDER BY cosine DESC
  RETURN collect({e: e, cosine: cosine}) AS passing
}
CALL (passing) {
  UNWIND passing[..$limit] AS one
  RETURN one.e AS e, one.cosine AS cosine
UNION
  UNWIND $ids AS id
  MATCH (e:Episode {workspace: $workspace, episode_id: id})
  WHERE e.series_{{.Slot}} = $series AND coalesce(e.zeros_{{.Slot}}, size(e.vector_{{.Slot}})) = $components
  RETURN e, coalesce(2 * vector.similarity.cosine(e.vector_{{.Slot}}, $vector) - 1, 0.0) AS cosine
}
RETURN size(passing) AS passed, collect([e.episode_id, e.id, e.created_at, e.tags, cosine]) AS found
{{- end}}
