-- ?1 workspace key, ?2 episode key, ?3 tags (JSON).
INSERT OR IGNORE INTO episode_tag (workspace, tag, episode)
SELECT ?1, value, ?2 FROM json_each(?3)
