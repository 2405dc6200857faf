-- The names of episodes.
-- ?1 episode keys (JSON). Columns: key, id, serial, name, reward.
SELECT e.key, e.id, e.serial, e.name, e.reward
FROM json_each(?1) k CROSS JOIN episode e ON e.key = k.value
