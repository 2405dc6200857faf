// As nearest_exact, with the index of vectors. The index does not know workspaces and filters. The request is for so
// many of the nearest in the whole database that enough may pass. The cosines are computed, because some versions
// round the index's own scores.
// $workspace, $series, $vector, $components, $ids, $since, $until, $min_reward, $max_reward, $tags, $limit,
// $most (to ask for)
// Columns: passed: how many of those asked for are the workspace's and pass the filter; found:
// [episode_id, id, created_at, tags, cosine].
CYPHER 5
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
