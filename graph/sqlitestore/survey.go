package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"

	"plotline/graph"
	"plotline/graph/analysis"
)

// Survey reports what is in the file, and reads all of it to check that it is sound, until ctx ends. A missing file
// counts as empty, and is not made.
func (s *Store) Survey(ctx context.Context, ws string) (graph.Survey, error) {
	found := graph.Survey{Status: graph.Status{Kind: "embedded", Location: s.path}}
	found.Latest = len(s.migrations)
	if _, err := os.Stat(s.path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return found, nil
		}
		return found, s.translate(ctx, err)
	}
	return found, s.translate(ctx, s.survey(ctx, ws, &found))
}

// survey opens the file itself, because Store.engine would make and migrate it.
func (s *Store) survey(ctx context.Context, ws string, found *graph.Survey) (err error) {
	db, err := s.openBeside()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	l, err := connector(db, []string{"query_only = 1"})(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.close()) }()
	head, err := l.header(ctx)
	if err != nil {
		return err
	}
	if err := head.check(s); err != nil || head.schema.Number == 0 {
		return err
	}
	if err := l.check(ctx, s); err != nil {
		return err
	}
	q := &session{link: l}
	status, _ := first(ctx, q, readStatus, func(st *graph.Status) []any { return []any{&st.Version, &st.Schema} })
	found.Version, found.Schema = status.Version, status.Schema
	found.Episodes = int(q.number(ctx, countEpisodes, ws))
	found.Relationships = int(q.number(ctx, countAll, ws))
	found.Counter.Episodes = found.Episodes // no other program writes here
	return q.err
}

// Repair has nothing to do: a file that somebody else has changed is restored from a backup.
func (s *Store) Repair(context.Context, string, analysis.Languages) error { return nil }

// check checks every page of the file.
func (l *link) check(ctx context.Context, s *Store) error {
	var result string
	if err := l.conn.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&result); err != nil {
		return err
	}
	if result != "ok" {
		return s.unavailable(damageAdvice, errors.New(result))
	}
	return nil
}

// openBeside opens an existing file for a look at it, without the connections of the pools. It makes no file beside one
// that nothing changes.
func (s *Store) openBeside() (*sql.DB, error) {
	if lost := s.lost.Load(); lost != nil {
		return nil, *lost
	}
	if !isReadOnlyMount(s.path) {
		return sql.Open("sqlite", dsn(s.path)+existing)
	}
	if err := s.checkFinished(); err != nil {
		return nil, err
	}
	return sql.Open("sqlite", dsn(s.path)+immutable)
}
