-- The relationships of an episode, counted.
-- ?1 episode key. Columns: whether incoming, type, count.
SELECT 0, type, count(*) FROM relationship WHERE src = ?1 GROUP BY type
UNION ALL
SELECT 1, type, count(*) FROM relationship WHERE dst = ?1 GROUP BY type
