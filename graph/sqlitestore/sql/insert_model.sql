-- ?1 name.
INSERT INTO vector_model (name) VALUES (?1)
