-- Makes a workspace, when something is first written to it.
-- ?1 name.
INSERT INTO workspace (name) VALUES (?1)
