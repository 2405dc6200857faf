package sqlitestore

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"sync"
	"time"

	"plotline/internal/fault"
	"plotline/internal/schema"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

var migrations = sync.OnceValue(func() schema.Migrations { return schema.Load(migrationFiles, "migrations/*.sql") })

// KnowsSchema reports whether this version of the program can use a file with a schema.
func KnowsSchema(v schema.Version) bool { return migrations().Knows(v) }

// application is the application id of a Plotline file: "PLOT", in SQLite's header field for it.
const application = 0x504c4f54

// header holds a file's application id, its schema and the number of entries in its schema.
type header struct {
	application, tables int
	schema              schema.Version
}

// prepare migrates a file to the current schema and returns the writing connection. It rejects a file of another
// program or with a schema of another version before it writes anything.
func prepare(ctx context.Context, db *sql.DB, s *Store) (*link, error) {
	l, err := connector(db, nil)(ctx)
	if err != nil {
		return nil, err
	}
	if err := l.prepare(ctx, s); err != nil {
		return nil, errors.Join(err, l.close())
	}
	return l, nil
}

func (l *link) prepare(ctx context.Context, s *Store) error {
	found, err := l.header(ctx)
	if err != nil {
		return err
	}
	if err := found.check(s); err != nil {
		return err
	}
	var journal string
	if err := l.conn.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&journal); err != nil {
		return err
	}
	if journal != "wal" {
		return fault.Newf(fault.Unavailable, "%s is on a file system that cannot store it safely; "+
			"put it on a local disk", s.displayName()).Because(errors.New(s.path))
	}
	if err := l.set(ctx, s.writing()); err != nil || found.schema.Number == len(s.migrations) {
		return err
	}
	return l.migrate(ctx, s.migrations, found.schema.Number, s.patience)
}

func (l *link) header(ctx context.Context) (h header, err error) {
	digests := 0
	err = l.conn.QueryRowContext(ctx, `SELECT
		(SELECT application_id FROM pragma_application_id),
		(SELECT user_version FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema),
		(SELECT count(*) FROM sqlite_schema WHERE name = 'schema_digest')`).
		Scan(&h.application, &h.schema.Number, &h.tables, &digests)
	if err == nil && h.application == application && digests > 0 {
		err = l.conn.QueryRowContext(ctx, "SELECT digest FROM schema_digest").Scan(&h.schema.Digest)
	}
	return h, err
}

func (h header) check(s *Store) error {
	switch {
	case h == header{}:
		return nil
	case h.application != application:
		return fault.Newf(fault.Unavailable, "%s is a database of another program and was not changed; "+
			"give another file", s.displayName())
	case !s.migrations.Knows(h.schema):
		return fault.New(fault.Unavailable, s.displayName()+" "+h.schema.Refusal())
	}
	return nil
}

// migrate runs the missing migrations in one transaction.
func (l *link) migrate(ctx context.Context, all schema.Migrations, done int, patience time.Duration) error {
	defer l.rollBack(ctx)
	if err := l.begin(ctx, beginWriting, patience); err != nil {
		return err
	}
	for _, m := range all[done:] {
		if _, err := l.conn.ExecContext(ctx, m.Text); err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
	}
	now := all.Latest()
	if _, err := l.conn.ExecContext(ctx, "DELETE FROM schema_digest; INSERT INTO schema_digest VALUES (?)", now.Digest); err != nil {
		return err
	}
	err := l.set(ctx, []string{
		fmt.Sprintf("application_id = %d", application), fmt.Sprintf("user_version = %d", now.Number),
	})
	if err != nil {
		return err
	}
	return l.commit(ctx)
}
