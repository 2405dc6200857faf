-- The serial numbers in a list that an episode has or a deleted one had.
-- ?1 workspace key, ?2 numbers (JSON). Columns: number.
SELECT serial FROM episode WHERE workspace = ?1 AND serial IN (SELECT value FROM json_each(?2))
UNION ALL
SELECT serial FROM retired_serial WHERE workspace = ?1 AND serial IN (SELECT value FROM json_each(?2))
