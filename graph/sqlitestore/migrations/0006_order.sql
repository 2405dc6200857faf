-- The level of each episode in the two topological orders (graph.Order), so that a page of an order is a range of an
-- index, and most new relationships need no search for cycles.
CREATE TABLE episode_order (
  episode    INTEGER PRIMARY KEY,
  workspace  INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  serial     INTEGER NOT NULL,
  follows    INTEGER NOT NULL DEFAULT 0, -- the level by follows
  causes     INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX episode_order_follows ON episode_order (workspace, follows, created_at, serial);
CREATE INDEX episode_order_causes ON episode_order (workspace, causes, created_at, serial);

-- Episodes whose level may be wrong: relationships into them have changed since it was computed. While a workspace
-- has notes of a type, its order of that type is not read. The transaction that settles the levels deletes the notes.
CREATE TABLE order_note (
  ordering INTEGER NOT NULL, -- an order of a workspace: twice its key, and one more for causes
  episode  INTEGER NOT NULL,
  PRIMARY KEY (ordering, episode)
) STRICT, WITHOUT ROWID;

-- Orders that are not kept at all. No row: the levels hold, except those that have a note.
CREATE TABLE order_state (
  ordering INTEGER PRIMARY KEY,         -- as above
  state    INTEGER NOT NULL CHECK (state IN (1, 2)), -- 1 all levels are to be computed, 2 there is a cycle
  token    TEXT NOT NULL DEFAULT '',    -- of who computes them
  until    INTEGER NOT NULL DEFAULT 0   -- how long others keep off
) STRICT;
INSERT INTO order_state (ordering, state)
SELECT 2 * w.key + t.value, 1 FROM workspace w CROSS JOIN json_each('[0, 1]') t WHERE w.serial > 0;

-- Triggers, so that the levels do not lie after another program wrote.
CREATE TRIGGER episode_ordered AFTER INSERT ON episode BEGIN
  INSERT INTO episode_order (episode, workspace, created_at, serial)
  VALUES (NEW.key, NEW.workspace, NEW.created_at, NEW.serial);
END;
CREATE TRIGGER episode_moved AFTER UPDATE OF workspace, created_at, serial ON episode BEGIN
  UPDATE episode_order SET workspace = NEW.workspace, created_at = NEW.created_at, serial = NEW.serial
  WHERE episode = NEW.key;
END;
CREATE TRIGGER episode_unordered AFTER DELETE ON episode BEGIN
  DELETE FROM episode_order WHERE episode = OLD.key;
END;
CREATE TRIGGER relationship_ordered AFTER INSERT ON relationship WHEN NEW.type < 2 BEGIN
  INSERT INTO order_note (ordering, episode) SELECT 2 * NEW.workspace + NEW.type, NEW.dst
  WHERE NOT EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * NEW.workspace + NEW.type AND episode = NEW.dst);
END;
CREATE TRIGGER relationship_unordered AFTER DELETE ON relationship WHEN OLD.type < 2 BEGIN
  INSERT INTO order_note (ordering, episode) SELECT 2 * OLD.workspace + OLD.type, OLD.dst
  WHERE NOT EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * OLD.workspace + OLD.type AND episode = OLD.dst);
END;
CREATE TRIGGER relationship_moved AFTER UPDATE OF src, dst, type, workspace ON relationship BEGIN
  INSERT INTO order_note (ordering, episode) SELECT 2 * OLD.workspace + OLD.type, OLD.dst
  WHERE OLD.type < 2 AND NOT EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * OLD.workspace + OLD.type AND episode = OLD.dst);
  INSERT INTO order_note (ordering, episode) SELECT 2 * NEW.workspace + NEW.type, NEW.dst
  WHERE NEW.type < 2 AND NOT EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * NEW.workspace + NEW.type AND episode = NEW.dst);
END;
