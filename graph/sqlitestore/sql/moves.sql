-- Moves of workspaces to other stores.

-- name: get_residence
-- Where a workspace lives. No row: here.
-- ?1 workspace. Columns: state, id of the move, place.
SELECT r.state, r.move, r.place FROM workspace w CROSS JOIN residence r ON r.workspace = w.key WHERE w.name = ?1

-- name: set_residence
-- ?1 workspace key, ?2 state, ?3 id of the move, ?4 place.
INSERT INTO residence (workspace, state, move, place) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (workspace) DO UPDATE SET state = ?2, move = ?3, place = ?4

-- name: clear_residence
-- ?1 workspace key.
DELETE FROM residence WHERE workspace = ?1

-- name: read_numbers
-- The counters of a workspace.
-- ?1 workspace. Columns: episodes, highest serial number given.
SELECT episodes, serial FROM workspace WHERE name = ?1
