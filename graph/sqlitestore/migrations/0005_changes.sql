-- How many writes have changed episodes or relationships. Pages that are open compare it.
ALTER TABLE workspace ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
