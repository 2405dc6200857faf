-- ?1 workspace key, ?2 serial number.
INSERT INTO retired_serial (workspace, serial) VALUES (?1, ?2)
