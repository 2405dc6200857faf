package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"

	sqlite3 "modernc.org/sqlite/lib"

	"plotline/internal/schema"
)

// Snapshot describes a copy of a file.
type Snapshot struct {
	Schema     schema.Version
	Workspaces []WorkspaceSize // by name
}

// WorkspaceSize counts what a workspace has.
type WorkspaceSize struct {
	Name          string
	Episodes      int
	Relationships int
}

// Snapshot copies all workspaces to a new file, as they are at one moment. Other processes may write meanwhile. It never
// migrates the store's own file, and returns nil if there is none yet. The copy is complete when Snapshot returns, but not
// synced to the disk. If Snapshot fails, it may leave a part of a copy.
func (s *Store) Snapshot(ctx context.Context, path string) (*Snapshot, error) {
	if _, err := os.Stat(s.path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // there is nothing to copy
	}
	made, err := s.copyTo(ctx, path)
	return made, s.translate(ctx, err)
}

func (s *Store) copyTo(ctx context.Context, path string) (*Snapshot, error) {
	found, err := s.vacuumInto(ctx, path)
	if err != nil || found == (header{}) {
		return nil, err
	}
	copied, err := sql.Open("sqlite", dsn(path))
	if err != nil {
		return nil, err
	}
	made, err := sizes(ctx, copied, found.schema)
	return made, errors.Join(err, copied.Close())
}

// vacuumInto copies the file with SQLite's own statement, which reads one snapshot and skips the pages of deleted data.
// The connection is a new one: those of the pools may not write, or hold up other writers.
func (s *Store) vacuumInto(ctx context.Context, path string) (header, error) {
	db, err := s.openBeside()
	if err != nil {
		return header{}, err
	}
	defer func() { _ = db.Close() }()
	l, err := connector(db, nil)(ctx)
	if err != nil {
		return header{}, err
	}
	defer func() { _ = l.close() }()
	found, err := l.header(ctx)
	if err != nil || found == (header{}) {
		return found, err
	}
	if err := found.check(s); err != nil {
		return found, err
	}
	_, err = l.conn.ExecContext(ctx, "VACUUM INTO ?", path)
	if code := codeOf(err) & 0xff; code == sqlite3.SQLITE_FULL || code == sqlite3.SQLITE_CANTOPEN {
		err = s.unavailable("%s cannot be copied; check the free space and the permissions where the copy goes", err)
	}
	return found, err
}

// sizes reads what a copy has. Workspaces without episodes are omitted.
func sizes(ctx context.Context, db *sql.DB, version schema.Version) (*Snapshot, error) {
	made := &Snapshot{Schema: version, Workspaces: []WorkspaceSize{}}
	rows, err := db.QueryContext(ctx, `SELECT name, episodes, (SELECT count(*) FROM relationship r
			WHERE r.workspace = w.key AND r.src NOT IN deleted_episode AND r.dst NOT IN deleted_episode)
		FROM workspace w WHERE episodes > 0 ORDER BY name`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var w WorkspaceSize
		if err := rows.Scan(&w.Name, &w.Episodes, &w.Relationships); err != nil {
			return nil, err
		}
		made.Workspaces = append(made.Workspaces, w)
	}
	return made, rows.Err()
}

// RenewID gives the database in a file that no process uses another id, so that processes do not take a restored database
// for the one that was backed up. A database of an older schema gets its id when it is migrated.
func RenewID(ctx context.Context, path string) error {
	return New(path).translate(ctx, renew(ctx, path))
}

func renew(ctx context.Context, path string) (err error) {
	db, err := sql.Open("sqlite", dsn(path)+existing)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var known bool
	err = db.QueryRowContext(ctx, "SELECT count(*) > 0 FROM sqlite_schema WHERE name = 'database_id'").Scan(&known)
	if err == nil && known {
		_, err = db.ExecContext(ctx, renewID.text)
	}
	return err
}
