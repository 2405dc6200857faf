-- The tags of new episodes.
-- ?1 first key, ?2 last key.
INSERT OR IGNORE INTO episode_tag (workspace, tag, episode)
SELECT e.workspace, tag.value, e.key
FROM episode e CROSS JOIN json_each(e.tags) tag
WHERE e.key BETWEEN ?1 AND ?2
