-- Serial numbers that are taken, by an episode or by one that was.
-- ?1 workspace key, ?2 numbers (JSON). Columns: number.
SELECT serial FROM episode WHERE workspace = ?1 AND serial IN (SELECT value FROM json_each(?2))
UNION ALL
SELECT serial FROM retired_serial WHERE workspace = ?1 AND serial IN (SELECT value FROM json_each(?2))
