package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
)

// ReadOnly lets a store also read a file on a read-only file system. SQLite itself refuses that, because it makes other
// files beside it.
func ReadOnly() Option { return func(s *Store) { s.readOnly = true } }

// errWritten reports a file on a read-only file system that was written nevertheless: by way of another mount, or because
// the file system has become writable.
var errWritten = errors.New("the file on a read-only file system was written")

// openImmutable opens a file that nothing changes. SQLite then takes no locks and ignores the -wal, so all changes must
// be in the file.
func openImmutable(ctx context.Context, s *Store) (e *engine, err error) {
	file, err := stat(s.path)
	if err != nil {
		return nil, err
	}
	if err := s.checkFinished(); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", dsn(s.path)+immutable)
	if err != nil {
		return nil, err
	}
	db.SetMaxIdleConns(-1) // the pools keep connections
	known := &identity{path: s.path, file: file}
	if err := known.readImmutable(ctx, db, s); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	e = newEngine(s, db, known, nil)
	e.immutable, e.readers.again = true, true
	return e, nil
}

// readImmutable checks the schema and reads the id.
func (i *identity) readImmutable(ctx context.Context, db *sql.DB, s *Store) error {
	l, err := connector(db, nil)(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = l.close() }()
	found, err := l.header(ctx)
	if err != nil {
		return err
	}
	if err := found.check(s); err != nil {
		return err
	}
	if found.schema.Number != len(s.migrations) {
		return s.unavailable(oldSchemaAdvice, errors.New("its schema has no number of this version"))
	}
	return l.conn.QueryRowContext(ctx, readIdentity.text).Scan(&i.id, new(int64))
}

// checkFinished returns an error if the -wal has changes that may not be in the file.
func (s *Store) checkFinished() error {
	if log, err := stat(s.path + logSuffix); err == nil && log.Size() > logHeader {
		return s.unavailable(unfinishedAdvice, errors.New("the -wal has frames"))
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// logHeader is the size of a -wal without changes.
const logHeader = 32

// check checks that the open file is the one at the path, and that an immutable one was not written.
func (e *engine) check(ctx context.Context) error {
	if err := e.identity.check(ctx); err != nil || !e.immutable {
		return err
	}
	now, err := stat(e.identity.path)
	if err != nil {
		return err
	}
	if !isUnwritten(now, e.identity.file) || !isReadOnlyMount(e.identity.path) {
		return errWritten
	}
	if log, err := stat(e.identity.path + logSuffix); err == nil && log.Size() > logHeader {
		return errWritten
	}
	return nil
}
