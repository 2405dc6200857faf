-- Where workspaces live (graph.Residence). No row: here, and writes are admitted.
CREATE TABLE residence (
  workspace INTEGER PRIMARY KEY REFERENCES workspace (key),
  state     TEXT NOT NULL CHECK (state IN ('leaving', 'closed', 'gone', 'arriving')),
  move      TEXT NOT NULL,
  place     TEXT NOT NULL
) STRICT;

-- What was changed while a workspace is leaving.
CREATE TABLE move_journal (
  key          INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace    INTEGER NOT NULL,
  relationship INTEGER NOT NULL,
  id           TEXT NOT NULL
) STRICT;
CREATE INDEX move_journal_workspace ON move_journal (workspace, key);

CREATE TRIGGER episode_inserted_journal AFTER INSERT ON episode
WHEN EXISTS (SELECT 1 FROM residence WHERE workspace = NEW.workspace AND state = 'leaving') BEGIN
  INSERT INTO move_journal (workspace, relationship, id) VALUES (NEW.workspace, 0, NEW.id);
END;
CREATE TRIGGER episode_updated_journal AFTER UPDATE ON episode
WHEN EXISTS (SELECT 1 FROM residence WHERE workspace = NEW.workspace AND state = 'leaving') BEGIN
  INSERT INTO move_journal (workspace, relationship, id) VALUES (NEW.workspace, 0, NEW.id);
END;
CREATE TRIGGER episode_deleted_journal AFTER DELETE ON episode
WHEN EXISTS (SELECT 1 FROM residence WHERE workspace = OLD.workspace AND state = 'leaving') BEGIN
  INSERT INTO move_journal (workspace, relationship, id) VALUES (OLD.workspace, 0, OLD.id);
END;
CREATE TRIGGER relationship_inserted_journal AFTER INSERT ON relationship
WHEN EXISTS (SELECT 1 FROM residence WHERE workspace = NEW.workspace AND state = 'leaving') BEGIN
  INSERT INTO move_journal (workspace, relationship, id) VALUES (NEW.workspace, 1, NEW.id);
END;
CREATE TRIGGER relationship_updated_journal AFTER UPDATE ON relationship
WHEN EXISTS (SELECT 1 FROM residence WHERE workspace = NEW.workspace AND state = 'leaving') BEGIN
  INSERT INTO move_journal (workspace, relationship, id) VALUES (NEW.workspace, 1, NEW.id);
END;
CREATE TRIGGER relationship_deleted_journal AFTER DELETE ON relationship
WHEN EXISTS (SELECT 1 FROM residence WHERE workspace = OLD.workspace AND state = 'leaving') BEGIN
  INSERT INTO move_journal (workspace, relationship, id) VALUES (OLD.workspace, 1, OLD.id);
END;
