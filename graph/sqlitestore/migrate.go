package sqlitestore

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"plotline/internal/fault"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// application is the application id of a Plotline file: "PLOT", in SQLite's header field for it.
const application = 0x504c4f54

// header holds a file's application id, its schema number and the number of entries in its schema.
type header struct{ application, schema, tables int }

// prepare migrates a file to the current schema and returns the writing connection. It rejects a file of another
// program or of a newer Plotline before it writes anything.
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
	migrations, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		return err
	}
	found, err := l.header(ctx)
	if err != nil {
		return err
	}
	if err := found.check(s.displayName(), len(migrations)); err != nil {
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
	if err := l.set(ctx, s.writing()); err != nil || found.schema == len(migrations) {
		return err
	}
	return l.migrate(ctx, migrations, found.schema, s.patience)
}

func (l *link) header(ctx context.Context) (h header, err error) {
	err = l.conn.QueryRowContext(ctx, `SELECT
		(SELECT application_id FROM pragma_application_id),
		(SELECT user_version FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema)`).Scan(&h.application, &h.schema, &h.tables)
	return h, err
}

func (h header) check(name string, known int) error {
	switch {
	case h.application != application && h != header{}:
		return fault.Newf(fault.Unavailable, "%s is a database of another program and was not changed; "+
			"give another file", name)
	case h.schema > known:
		return fault.Newf(fault.Unavailable, "%s was written by a newer Plotline (schema %d, this one knows %d); "+
			"update Plotline or name another file", name, h.schema, known)
	}
	return nil
}

// textMigration creates the text index, which indexAll then fills.
const textMigration = "migrations/0002_text.sql"

// migrate runs the missing migrations in one transaction.
func (l *link) migrate(ctx context.Context, migrations []string, done int, patience time.Duration) error {
	defer l.rollBack(ctx)
	if err := l.begin(ctx, beginWriting, patience); err != nil {
		return err
	}
	for _, name := range migrations[done:] {
		text, err := migrationFiles.ReadFile(name)
		if err == nil {
			_, err = l.conn.ExecContext(ctx, string(text))
		}
		if err == nil && name == textMigration {
			err = l.indexAll(ctx)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	err := l.set(ctx, []string{
		fmt.Sprintf("application_id = %d", application), fmt.Sprintf("user_version = %d", len(migrations)),
	})
	if err != nil {
		return err
	}
	return l.commit(ctx)
}

// atOnce is how many episodes are in memory for indexing: their texts may be 96 KiB each.
const atOnce = 200

// indexAll indexes all episodes of a file. It runs pageTexts, insertText and insertTerms while the file still has the
// schema of textMigration. If one of them has to change with a later schema, give the migration its own copy first.
func (l *link) indexAll(ctx context.Context) error {
	q := &session{link: l}
	for last := int64(0); q.err == nil; {
		some := all(ctx, q, pageTexts, textFields, last, atOnce)
		for _, e := range some {
			q.index(ctx, e.key, workspace{key: e.workspace}, e.Episode)
			last = e.key
		}
		if len(some) < atOnce {
			break
		}
	}
	return q.err
}

func textFields(e *stored) []any {
	return []any{
		&e.key, &e.workspace, (*string)(&e.EpisodeID), &e.Name, &e.Query, &e.Reflection, (*tagsColumn)(&e.Tags),
	}
}
