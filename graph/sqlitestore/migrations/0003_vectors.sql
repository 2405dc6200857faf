-- Vectors that stand for the meaning of texts. They are made behind the write: what has none yet waits.
--
-- A model gets a new key whenever a workspace takes it up, so that what is remembered of one is never taken
-- for another.
CREATE TABLE vector_model (
  key  INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL
) STRICT;

ALTER TABLE workspace ADD COLUMN model INTEGER;      -- of the vectors that answer, NULL for none
ALTER TABLE workspace ADD COLUMN next_model INTEGER; -- that takes its place when nothing waits, NULL for none
CREATE INDEX workspace_unnamed ON workspace (model) WHERE model IS NULL;

-- Readers hold vectors in memory, and read on from the highest seq that they know: none is given twice.
CREATE TABLE episode_vector (
  seq     INTEGER PRIMARY KEY AUTOINCREMENT,
  model   INTEGER NOT NULL,
  episode INTEGER NOT NULL,
  vector  BLOB NOT NULL -- a signed byte for each component
) STRICT;
CREATE UNIQUE INDEX episode_vector_episode ON episode_vector (episode, model);
CREATE INDEX episode_vector_model ON episode_vector (model);

-- Episodes without a vector of the model that is wanted, in workspaces that have one.
CREATE TABLE episode_waiting (
  workspace INTEGER NOT NULL,
  episode   INTEGER NOT NULL,
  token     TEXT NOT NULL,    -- of who makes the vector, '' for nobody
  until     INTEGER NOT NULL, -- how long others keep off
  PRIMARY KEY (workspace, episode)
) STRICT, WITHOUT ROWID;
CREATE INDEX episode_waiting_token ON episode_waiting (workspace, token) WHERE token <> '';
