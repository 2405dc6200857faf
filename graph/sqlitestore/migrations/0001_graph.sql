-- Episodes, the relationships between them, and what finds them.
--
-- Rows are known by small integer keys inside the file; the UUIDs that clients see are in the columns named id. Times are
-- microseconds since 1970-01-01 UTC. Types of relationships are numbered in the contract's order: 0 follows, 1 causes,
-- 2 part_of, 3 related_to, 4 contradicts, 5 refines.
--
-- Texts are indexed as package analysis reads them, in its 2nd edition. A change of what it reads from a text changes this
-- number, so that no program searches an index of another.

-- The digest of these files, as package schema computes it; one row. PRAGMA user_version has their number.
CREATE TABLE schema_digest (digest TEXT NOT NULL) STRICT;

CREATE TABLE workspace (
  key      INTEGER PRIMARY KEY,
  name     TEXT NOT NULL UNIQUE,
  serial   INTEGER NOT NULL DEFAULT 0, -- the highest serial number that was given
  episodes INTEGER NOT NULL DEFAULT 0, -- how many there are, so that no list has to count them
  model      INTEGER, -- of the vectors that recall uses, NULL for none
  next_model INTEGER, -- the model that replaces it once no episode waits, NULL for none
  languages      TEXT,                  -- for which texts are indexed and queries answered, NULL before the first episode
  next_languages TEXT,                  -- the languages that are to follow, NULL for none
  indexed_after  INTEGER,               -- the serial number up to which texts are indexed again, NULL when that is done
  indexed        INTEGER NOT NULL DEFAULT 0, -- how many texts were
  changes INTEGER NOT NULL DEFAULT 0    -- how many writes changed episodes or relationships; open pages compare it
) STRICT;
CREATE INDEX workspace_unnamed ON workspace (model) WHERE model IS NULL;

-- Long columns are last, so that lists need not read them. No key is used twice, because relationships of deleted
-- episodes may still be there.
CREATE TABLE episode (
  key        INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace  INTEGER NOT NULL REFERENCES workspace (key),
  id         TEXT NOT NULL,
  serial     INTEGER NOT NULL CHECK (serial > 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  reward     REAL NOT NULL,
  pattern    INTEGER NOT NULL, -- a digest of the texts without numbers (graph.PatternOf)
  name       TEXT NOT NULL,
  tags       TEXT,          -- JSON list, NULL for none
  retry_key  TEXT NOT NULL, -- the idempotency key, '' for none
  digest     TEXT NOT NULL, -- of the request with that key
  query      TEXT NOT NULL,
  metadata   TEXT,          -- JSON object as given, NULL for none
  reflection TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX episode_id ON episode (workspace, id);
CREATE UNIQUE INDEX episode_serial ON episode (workspace, serial);
CREATE UNIQUE INDEX episode_retry_key ON episode (workspace, retry_key) WHERE retry_key <> '';
CREATE INDEX episode_newest ON episode (workspace, created_at, serial, reward);
-- From key to id on few pages: relationships name both their ends.
CREATE INDEX episode_key ON episode (key, id);

-- Serial numbers of deleted episodes: they are never given again.
CREATE TABLE retired_serial (
  workspace INTEGER NOT NULL,
  serial    INTEGER NOT NULL,
  PRIMARY KEY (workspace, serial)
) STRICT, WITHOUT ROWID;

CREATE TABLE episode_tag (
  workspace INTEGER NOT NULL,
  tag       TEXT NOT NULL,
  episode   INTEGER NOT NULL,
  PRIMARY KEY (workspace, tag, episode)
) STRICT, WITHOUT ROWID;

-- The full-text index: the tokens and terms of package analysis, each with the key of its workspace and a dot
-- before it, so that the cost of a search grows with its own workspace alone. The texts are not kept.
CREATE VIRTUAL TABLE episode_index USING fts5 (
  words, -- tokens in order, for phrases and prefixes
  stems, -- terms, and the numbers of the samples that the episode is part of
  content = '', contentless_delete = 1, tokenize = "ascii tokenchars '.'"
);

-- How often each term occurs (analysis.Vector), for scores.
CREATE TABLE episode_terms (
  episode INTEGER PRIMARY KEY,
  length  INTEGER NOT NULL,
  terms   BLOB NOT NULL
) STRICT;

-- Rows are in the order in which searches walk along relationships. Those of a deleted episode with many of them stay for a
-- while (deleted_episode), so src and dst are no foreign keys.
CREATE TABLE relationship (
  src        INTEGER NOT NULL,
  type       INTEGER NOT NULL CHECK (type BETWEEN 0 AND 5),
  dst        INTEGER NOT NULL,
  strength   REAL NOT NULL,
  id         TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  workspace  INTEGER NOT NULL,
  metadata   TEXT,
  PRIMARY KEY (src, type, dst)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX relationship_id ON relationship (workspace, id);
-- The same for the other direction. The index has all columns, so that no row is looked up from it.
CREATE INDEX relationship_incoming ON relationship (dst, type, src, strength, id, created_at, metadata);

-- Keys of deleted episodes whose relationships are still being removed, in parts. Every statement leaves these
-- relationships out. Their ids are free.
CREATE TABLE deleted_episode (key INTEGER PRIMARY KEY) STRICT;
CREATE TRIGGER relationship_id_freed BEFORE INSERT ON relationship WHEN EXISTS (SELECT 1 FROM deleted_episode) BEGIN
  DELETE FROM relationship
  WHERE workspace = NEW.workspace AND id = NEW.id AND (src IN deleted_episode OR dst IN deleted_episode);
END;

-- Vectors of texts. They are made after the write: an episode without any waits.
--
-- A model gets a new key whenever a workspace begins to use it, so that cached vectors of one are never taken for those
-- of another.
CREATE TABLE vector_model (
  key  INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL
) STRICT;

-- Readers cache vectors, and continue from the highest seq that they know: none is used twice.
CREATE TABLE episode_vector (
  seq     INTEGER PRIMARY KEY AUTOINCREMENT,
  model   INTEGER NOT NULL,
  episode INTEGER NOT NULL,
  part    INTEGER NOT NULL, -- of the text, from 0; -1 if the episode gets no vector and does not wait for one
  vector  BLOB NOT NULL     -- a signed byte for each component
) STRICT;
CREATE UNIQUE INDEX episode_vector_part ON episode_vector (episode, model, part);
CREATE INDEX episode_vector_model ON episode_vector (model);
CREATE INDEX episode_vector_first ON episode_vector (model) WHERE part = 0;

-- Episodes without a vector of the wanted model, in workspaces that have a model.
CREATE TABLE episode_waiting (
  workspace INTEGER NOT NULL,
  episode   INTEGER NOT NULL,
  token     TEXT NOT NULL,    -- of the process that makes the vector, '' for none
  until     INTEGER NOT NULL, -- how long others leave it alone
  PRIMARY KEY (workspace, episode)
) STRICT, WITHOUT ROWID;
CREATE INDEX episode_waiting_token ON episode_waiting (workspace, token) WHERE token <> '';

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
  token    TEXT NOT NULL DEFAULT '',    -- of the process that computes them
  until    INTEGER NOT NULL DEFAULT 0   -- how long others leave them alone
) STRICT;
-- Triggers, so that the levels hold after another program wrote.
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
CREATE TRIGGER relationship_unordered AFTER DELETE ON relationship
WHEN OLD.type < 2 AND OLD.src NOT IN deleted_episode AND OLD.dst NOT IN deleted_episode
BEGIN
  INSERT INTO order_note (ordering, episode) SELECT 2 * OLD.workspace + OLD.type, OLD.dst
  WHERE NOT EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * OLD.workspace + OLD.type AND episode = OLD.dst);
END;
CREATE TRIGGER relationship_moved AFTER UPDATE OF src, dst, type, workspace ON relationship BEGIN
  INSERT INTO order_note (ordering, episode) SELECT 2 * OLD.workspace + OLD.type, OLD.dst
  WHERE OLD.type < 2 AND NOT EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * OLD.workspace + OLD.type AND episode = OLD.dst);
  INSERT INTO order_note (ordering, episode) SELECT 2 * NEW.workspace + NEW.type, NEW.dst
  WHERE NEW.type < 2 AND NOT EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * NEW.workspace + NEW.type AND episode = NEW.dst);
END;

-- While an order is kept, a relationship to an episode of a higher level changes no level, and one to an episode without
-- successors changes the level of that one. All others leave a note. WHEN clauses decide, because a statement that reads
-- the notes and writes them makes a temporary table. SQLite runs the triggers in any order, so their conditions exclude
-- each other, even after one of them has run.
CREATE TRIGGER relationship_follows_raised AFTER INSERT ON relationship WHEN NEW.type = 0
  AND (
    SELECT dst.follows <= src.follows FROM episode_order src CROSS JOIN episode_order dst
    WHERE src.episode = NEW.src AND dst.episode = NEW.dst)
  AND NOT EXISTS (SELECT 1 FROM relationship WHERE src = NEW.dst AND type = 0 AND dst NOT IN deleted_episode)
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
        src.follows < dst.follows OR NOT EXISTS (SELECT 1 FROM relationship WHERE src = NEW.dst AND type = 0 AND dst NOT IN deleted_episode)))
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
  AND NOT EXISTS (SELECT 1 FROM relationship WHERE src = NEW.dst AND type = 1 AND dst NOT IN deleted_episode)
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
        src.causes < dst.causes OR NOT EXISTS (SELECT 1 FROM relationship WHERE src = NEW.dst AND type = 1 AND dst NOT IN deleted_episode)))
    OR EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * NEW.workspace + 1)
    OR EXISTS (SELECT 1 FROM order_state WHERE ordering = 2 * NEW.workspace + 1))
  AND NOT EXISTS (SELECT 1 FROM order_note WHERE ordering = 2 * NEW.workspace + 1 AND episode = NEW.dst)
BEGIN
  INSERT INTO order_note (ordering, episode) VALUES (2 * NEW.workspace + 1, NEW.dst);
END;

-- Where workspaces are (graph.Residence). No row: here, and writes are admitted.
CREATE TABLE residence (
  workspace INTEGER PRIMARY KEY REFERENCES workspace (key),
  state     TEXT NOT NULL CHECK (state IN ('closed', 'gone', 'arriving')),
  move      TEXT NOT NULL,
  place     TEXT NOT NULL
) STRICT;
