-- The versions of SQLite and of the schema.
-- Columns: version of SQLite, number of the schema.
SELECT sqlite_version(), (SELECT user_version FROM pragma_user_version)
