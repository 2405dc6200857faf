-- New relationships cost less.

-- The primary key leads onwards, too. Since levels are kept, few checks walk, and each write paid for this index.
DROP INDEX relationship_onwards;

-- While an order is kept, the common new relationships need no note. One to an episode of a higher level changes no
-- level. One to an episode without successors changes the level of that one.
DROP TRIGGER relationship_ordered;
CREATE TRIGGER relationship_follows AFTER INSERT ON relationship WHEN NEW.type = 0 BEGIN
  UPDATE episode_order SET follows = 1 + (SELECT follows FROM episode_order WHERE episode = NEW.src)
  WHERE episode = NEW.dst AND follows <= (SELECT follows FROM episode_order WHERE episode = NEW.src)
    AND NOT EXISTS (SELECT 1 FROM relationship WHERE src = NEW.dst AND type = 0)
    AND NOT EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * NEW.workspace)
    AND NOT EXISTS (SELECT 1 FROM order_state WHERE ordering = 2 * NEW.workspace);
  INSERT INTO order_note (ordering, episode) SELECT 2 * NEW.workspace, NEW.dst
  WHERE (EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * NEW.workspace)
      OR EXISTS (SELECT 1 FROM order_state WHERE ordering = 2 * NEW.workspace)
      OR NOT EXISTS (
        SELECT 1 FROM episode_order src CROSS JOIN episode_order dst
        WHERE src.episode = NEW.src AND dst.episode = NEW.dst AND src.follows < dst.follows))
    AND NOT EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * NEW.workspace AND episode = NEW.dst);
END;
CREATE TRIGGER relationship_causes AFTER INSERT ON relationship WHEN NEW.type = 1 BEGIN
  UPDATE episode_order SET causes = 1 + (SELECT causes FROM episode_order WHERE episode = NEW.src)
  WHERE episode = NEW.dst AND causes <= (SELECT causes FROM episode_order WHERE episode = NEW.src)
    AND NOT EXISTS (SELECT 1 FROM relationship WHERE src = NEW.dst AND type = 1)
    AND NOT EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * NEW.workspace + 1)
    AND NOT EXISTS (SELECT 1 FROM order_state WHERE ordering = 2 * NEW.workspace + 1);
  INSERT INTO order_note (ordering, episode) SELECT 2 * NEW.workspace + 1, NEW.dst
  WHERE (EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * NEW.workspace + 1)
      OR EXISTS (SELECT 1 FROM order_state WHERE ordering = 2 * NEW.workspace + 1)
      OR NOT EXISTS (
        SELECT 1 FROM episode_order src CROSS JOIN episode_order dst
        WHERE src.episode = NEW.src AND dst.episode = NEW.dst AND src.causes < dst.causes))
    AND NOT EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * NEW.workspace + 1 AND episode = NEW.dst);
END;
