-- How many relationships an episode has.
-- ?1 episode key, ?2 types (bits), ?3 least strength, ?4 whether outgoing, ?5 whether incoming. Columns: count.
SELECT
  (SELECT count(*) FROM relationship WHERE ?4 AND src = ?1 AND (?2 >> type) & 1 AND strength >= ?3)
  + (SELECT count(*) FROM relationship WHERE ?5 AND dst = ?1 AND (?2 >> type) & 1 AND strength >= ?3)
