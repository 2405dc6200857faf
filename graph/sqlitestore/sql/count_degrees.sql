-- How many relationships an episode has, by direction and type.
-- ?1 episode key. Columns: whether incoming, type, count.
SELECT 0, type, count(*) FROM relationship WHERE src = ?1 GROUP BY type
UNION ALL
SELECT 1, type, count(*) FROM relationship WHERE dst = ?1 GROUP BY type
