-- A workspace comes to be when something is first written to it.
-- ?1 name.
INSERT INTO workspace (name) VALUES (?1)
