-- Episodes, the relationships between them, and what finds them.
--
-- Inside, rows are known by small integer keys; the UUIDs of the outside stand in id. Times are
-- microseconds since 1970-01-01 UTC. Types of relationships are numbered in the contract's order:
-- 0 follows, 1 causes, 2 part_of, 3 related_to, 4 contradicts, 5 refines.

CREATE TABLE workspace (
  key      INTEGER PRIMARY KEY,
  name     TEXT NOT NULL UNIQUE,
  serial   INTEGER NOT NULL DEFAULT 0, -- the highest serial number ever given
  episodes INTEGER NOT NULL DEFAULT 0  -- how many there are, so that no list has to count them
) STRICT;

-- What is long stands last, so that lists need not read it.
CREATE TABLE episode (
  key        INTEGER PRIMARY KEY,
  workspace  INTEGER NOT NULL REFERENCES workspace (key),
  id         TEXT NOT NULL,
  serial     INTEGER NOT NULL CHECK (serial > 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  reward     REAL NOT NULL,
  name       TEXT NOT NULL,
  tags       TEXT,          -- JSON list, NULL for none
  retry_key  TEXT NOT NULL, -- the idempotency key, '' for none
  digest     TEXT NOT NULL, -- of what was asked for under the key
  query      TEXT NOT NULL,
  metadata   TEXT,          -- JSON object as it was given, NULL for none
  reflection TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX episode_id ON episode (workspace, id);
CREATE UNIQUE INDEX episode_serial ON episode (workspace, serial);
CREATE UNIQUE INDEX episode_retry_key ON episode (workspace, retry_key) WHERE retry_key <> '';
CREATE INDEX episode_newest ON episode (workspace, created_at, serial, reward);
-- From the key back to the id, on few pages: relationships name both their ends.
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

-- What is searched: graph.SearchText, whose tokens are separated by spaces and hold no ASCII sign.
-- Each stands with the key of its workspace and a dot before it, so that what a search reads grows
-- with its own workspace alone. The text itself is not kept.
CREATE VIRTUAL TABLE episode_text USING fts5 (
  text, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '.'"
);

-- Rows lie in the order in which searches walk outwards.
CREATE TABLE relationship (
  src        INTEGER NOT NULL REFERENCES episode (key),
  type       INTEGER NOT NULL CHECK (type BETWEEN 0 AND 5),
  dst        INTEGER NOT NULL REFERENCES episode (key),
  strength   REAL NOT NULL,
  id         TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  workspace  INTEGER NOT NULL,
  metadata   TEXT,
  PRIMARY KEY (src, type, dst)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX relationship_id ON relationship (workspace, id);
-- The same inwards: the index holds everything, so that no row is looked up from it.
CREATE INDEX relationship_incoming ON relationship (dst, type, src, strength, id, created_at, metadata);
-- The ordering types once more, both ways and as narrow as can be: what checks for cycles walks here.
CREATE INDEX relationship_onwards ON relationship (workspace, type, src, dst) WHERE type < 2;
CREATE INDEX relationship_back ON relationship (workspace, type, dst, src) WHERE type < 2;
