-- What tells this database from others that get the name of its file; one row. A restored database gets another id.
CREATE TABLE database_id (
  key        INTEGER PRIMARY KEY CHECK (key = 1),
  id         TEXT NOT NULL,
  generation INTEGER NOT NULL -- rises with the first write after each time that changes move from the -wal to the file
) STRICT;
INSERT INTO database_id VALUES (1, lower(hex(randomblob(16))), 0);
