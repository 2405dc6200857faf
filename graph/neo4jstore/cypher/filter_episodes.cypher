// One page of the episodes that match, newest first, and how many match. See list_episodes.
// The page begins after a place in the list: at $before, which is $until if there is no place. It is in a CASE, because
// of an OR the planner makes a union, which loses the order.
// No index has the tags, so a filter by a tag that few episodes have reads all of the range. It does so once: a page that
// reaches the end of the list says how many match. "more" is a new name, so that the planner tests it before it seeks.
// $workspace, $since, $until, $tags, $min_reward, $max_reward, $before, $id, $from_start (there is no place), $offset, $limit
// Columns: total; episodes.
CYPHER 5
CALL () {
  MATCH (e:Episode)
  USING INDEX SEEK e:Episode(workspace, created_at, id)
  WHERE e.workspace = $workspace AND e.created_at >= $since AND e.created_at <= $before AND e.id IS NOT NULL
    AND ($min_reward IS NULL OR e.reward >= $min_reward)
    AND ($max_reward IS NULL OR e.reward <= $max_reward)
    AND all(tag IN $tags WHERE tag IN e.tags)
    AND CASE WHEN e.created_at = $before THEN e.id < $id ELSE true END
  WITH e ORDER BY e.workspace DESC, e.created_at DESC, e.id DESC SKIP $offset LIMIT $limit
  RETURN collect(e {.episode_id, .id, .name, .query, .reward, .created_at, .updated_at}) AS episodes
}
WITH episodes, $from_start AND size(episodes) < $limit AND (size(episodes) > 0 OR $offset = 0) AS ends
CALL (ends) {
  WITH NOT ends AS more WHERE more
  MATCH (e:Episode)
  USING INDEX SEEK e:Episode(workspace, created_at, id)
  WHERE e.workspace = $workspace AND e.created_at >= $since AND e.created_at <= $until AND e.id IS NOT NULL
    AND ($min_reward IS NULL OR e.reward >= $min_reward)
    AND ($max_reward IS NULL OR e.reward <= $max_reward)
    AND all(tag IN $tags WHERE tag IN e.tags)
  RETURN count(e) AS counted
}
RETURN CASE WHEN ends THEN $offset + size(episodes) ELSE counted END AS total, episodes
