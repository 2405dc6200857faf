-- New relationships of the ordering types cost less.

-- Every relationship has an entry by its end in relationship_incoming, too.
DROP INDEX relationship_back;

-- While an order is kept, a relationship to an episode of a higher level changes no level, and one to an episode without
-- successors changes the level of that one. All others leave a note. WHEN clauses decide, because a statement that reads
-- the notes and writes them makes a temporary table. SQLite runs the triggers in any order, so their conditions exclude
-- each other, even after one of them has run.
DROP TRIGGER relationship_follows;
DROP TRIGGER relationship_causes;
CREATE TRIGGER relationship_follows_raised AFTER INSERT ON relationship WHEN NEW.type = 0
  AND (
    SELECT dst.follows <= src.follows FROM episode_order src CROSS JOIN episode_order dst
    WHERE src.episode = NEW.src AND dst.episode = NEW.dst)
  AND NOT EXISTS (SELECT 1 FROM relationship WHERE src = NEW.dst AND type = 0)
  AND NOT EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * NEW.workspace)
  AND NOT EXISTS (SELECT 1 FROM order_state WHERE ordering = 2 * NEW.workspace)
BEGIN
  UPDATE episode_order SET follows = 1 + (SELECT follows FROM episode_order WHERE episode = NEW.src)
  WHERE episode = NEW.dst;
END;
CREATE TRIGGER relationship_follows_noted AFTER INSERT ON relationship WHEN NEW.type = 0
  AND (
    NOT EXISTS (
      SELECT 1 FROM episode_order src CROSS JOIN episode_order dst
      WHERE src.episode = NEW.src AND dst.episode = NEW.dst AND (
        src.follows < dst.follows OR NOT EXISTS (SELECT 1 FROM relationship WHERE src = NEW.dst AND type = 0)))
    OR EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * NEW.workspace)
    OR EXISTS (SELECT 1 FROM order_state WHERE ordering = 2 * NEW.workspace))
  AND NOT EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * NEW.workspace AND episode = NEW.dst)
BEGIN
  INSERT INTO order_note (ordering, episode) VALUES (2 * NEW.workspace, NEW.dst);
END;
CREATE TRIGGER relationship_causes_raised AFTER INSERT ON relationship WHEN NEW.type = 1
  AND (
    SELECT dst.causes <= src.causes FROM episode_order src CROSS JOIN episode_order dst
    WHERE src.episode = NEW.src AND dst.episode = NEW.dst)
  AND NOT EXISTS (SELECT 1 FROM relationship WHERE src = NEW.dst AND type = 1)
  AND NOT EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * NEW.workspace + 1)
  AND NOT EXISTS (SELECT 1 FROM order_state WHERE ordering = 2 * NEW.workspace + 1)
BEGIN
  UPDATE episode_order SET causes = 1 + (SELECT causes FROM episode_order WHERE episode = NEW.src)
  WHERE episode = NEW.dst;
END;
CREATE TRIGGER relationship_causes_noted AFTER INSERT ON relationship WHEN NEW.type = 1
  AND (
    NOT EXISTS (
      SELECT 1 FROM episode_order src CROSS JOIN episode_order dst
      WHERE src.episode = NEW.src AND dst.episode = NEW.dst AND (
        src.causes < dst.causes OR NOT EXISTS (SELECT 1 FROM relationship WHERE src = NEW.dst AND type = 1)))
    OR EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * NEW.workspace + 1)
    OR EXISTS (SELECT 1 FROM order_state WHERE ordering = 2 * NEW.workspace + 1))
  AND NOT EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * NEW.workspace + 1 AND episode = NEW.dst)
BEGIN
  INSERT INTO order_note (ordering, episode) VALUES (2 * NEW.workspace + 1, NEW.dst);
END;
