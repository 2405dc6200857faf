// One page of the episodes that match, newest first, and how many match. See list_episodes.
// $workspace, $since, $until, $tags, $min_reward, $max_reward, $offset, $limit
// Columns: total; episodes.
CYPHER 5
CALL () {
  MATCH (e:Episode)
  USING INDEX e:Episode(workspace, created_at, id)
  WHERE e.workspace = $workspace AND e.created_at >= $since AND e.created_at <= $until AND e.id IS NOT NULL
    AND ($min_reward IS NULL OR e.reward >= $min_reward)
    AND ($max_reward IS NULL OR e.reward <= $max_reward)
    AND all(tag IN $tags WHERE tag IN e.tags)
  RETURN count(e) AS total
}
CALL () {
  MATCH (e:Episode)
  USING INDEX e:Episode(workspace, created_at, id)
  WHERE e.workspace = $workspace AND e.created_at >= $since AND e.created_at <= $until AND e.id IS NOT NULL
    AND ($min_reward IS NULL OR e.reward >= $min_reward)
    AND ($max_reward IS NULL OR e.reward <= $max_reward)
    AND all(tag IN $tags WHERE tag IN e.tags)
  WITH e ORDER BY e.workspace DESC, e.created_at DESC, e.id DESC SKIP $offset LIMIT $limit
  RETURN collect(e {.episode_id, .id, .name, .query, .reward, .tags, .created_at, .updated_at}) AS episodes
}
RETURN total, episodes
