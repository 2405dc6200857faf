-- Stores a relationship, unless its place or its id is taken.
-- ?1 from key, ?2 to key, ?3 workspace key, ?4 id, ?5 type, ?6 strength, ?7 metadata, ?8 created_at.
INSERT INTO relationship (src, dst, workspace, id, type, strength, metadata, created_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
ON CONFLICT DO NOTHING
