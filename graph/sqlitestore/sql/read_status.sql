-- What the file is.
-- Columns: version of SQLite, number of the schema.
SELECT sqlite_version(), (SELECT user_version FROM pragma_user_version)
