package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
	_ "modernc.org/sqlite" // registers the driver
)

// engine is an open file with its connections.
type engine struct {
	db               *sql.DB
	writers, readers *pool
	searchers        *pool // for dry runs, which take long
	identity         *identity
	immutable        bool // on a read-only file system
	hidden           bool // a process that ended has left hidden relationships
}

// logSuffix follows the name of a file in the name of SQLite's log, which has the changes that are not in the file yet.
const logSuffix = "-wal"

// open opens a file and migrates it. Processes do this one after the other, because switching a new file to WAL and
// migrating it cannot run concurrently.
func open(ctx context.Context, s *Store) (*engine, error) {
	if s.readOnly && isReadOnlyMount(s.path) {
		return openImmutable(ctx, s)
	}
	unlock, err := lock(ctx, s)
	if err != nil {
		return nil, err
	}
	defer unlock()
	db, err := sql.Open("sqlite", dsn(s.path)+existing)
	if err != nil {
		return nil, err
	}
	db.SetMaxIdleConns(-1) // the pools keep connections
	writer, err := prepare(ctx, db, s)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	known, err := identify(ctx, writer, s)
	if errors.Is(err, errForeignLog) {
		return nil, errors.Join(err, db.Close()) // as in abandon
	}
	if err != nil {
		return nil, errors.Join(err, writer.close(), db.Close())
	}
	e := newEngine(s, db, known, s.writing())
	q := &session{link: writer}
	e.hidden = q.number(ctx, findDeleted) != 0 // an error shows at the first call
	e.writers.put(writer)                      // put locks the pool, because its timer is already running
	return e, nil
}

// newEngine returns an open file whose connections check, in each transaction, that it is still the file of the store.
func newEngine(s *Store, db *sql.DB, known *identity, writing []string) *engine {
	reading := connector(db, []string{"query_only = 1"})
	e := &engine{
		db: db, identity: known,
		writers: newPool(1, beginWriting, s.patience, connector(db, writing)),
		readers: newPool(s.readers, beginReading, s.patience, reading), searchers: newPool(searchesAtOnce, beginReading, s.patience, reading),
	}
	e.writers.limits, e.writers.additions, e.writers.again = s.limits, &s.additions, true
	for _, p := range []*pool{e.writers, e.readers, e.searchers} {
		p.identity = known
		p.check = func(ctx context.Context) error { return s.check(ctx, e) }
	}
	return e
}

// writing returns the pragmas of the writing connection. It has no busy timeout, because link.begin does the waiting.
func (s *Store) writing() []string { return append([]string{"busy_timeout = 0"}, s.pragmas...) }

// lock makes the folder and the file, accessible only to their owner, and takes the lock file beside it. It must not
// open an existing database: closing it would drop the locks that SQLite holds on it elsewhere in this process.
func lock(ctx context.Context, s *Store) (unlock func(), err error) {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil { //nolint:gosec // the operator names it
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	l := flock.New(s.path + ".lock")
	if _, err := l.TryLockContext(limited, 5*time.Millisecond); err != nil {
		if ctx.Err() == nil && limited.Err() != nil {
			err = errLocked
		}
		return nil, err
	}
	unlock = func() { _ = l.Unlock() }
	made, err := os.OpenFile(s.path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600) //nolint:gosec // as above
	if err == nil {
		err = made.Close()
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		unlock()
		return nil, err
	}
	return unlock, nil
}

// dsn returns the data source name, with the pragmas of every connection that do not touch the file.
func dsn(path string) string {
	return uri(path, url.Values{
		"_pragma": {
			"busy_timeout(5000)", "foreign_keys(1)", "synchronous(FULL)", "temp_store(MEMORY)", "cache_size(-16000)",
			"trusted_schema(0)", "journal_size_limit(67108864)", "secure_delete(1)",
		},
		"_dqs": {"0"}, "_defensive": {"1"},
	})
}

// uri returns the name by which SQLite opens a file.
func uri(path string, settings url.Values) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a Windows drive
	}
	settings.Set("_error_rc", "1")
	name := url.URL{Scheme: "file", Path: path, RawQuery: settings.Encode()}
	return name.String()
}

// What follows the name: the file must exist, or nothing changes it.
const (
	existing  = "&mode=rw"
	immutable = "&mode=ro&immutable=1"
)

// connector returns a function that opens connections for a pool.
func connector(db *sql.DB, pragmas []string) func(context.Context) (*link, error) {
	return func(ctx context.Context) (*link, error) {
		conn, err := db.Conn(ctx)
		if err != nil {
			return nil, err
		}
		l := newLink(conn)
		if err := l.set(ctx, pragmas); err != nil {
			return nil, errors.Join(err, l.close())
		}
		return l, nil
	}
}

func (e *engine) close() error {
	return errors.Join(e.end((*link).close), e.identity.close(), e.db.Close())
}

// abandon ends the calls, and leaves SQLite's connections open until the process ends. Closing the last one would write
// what is in the -wal into the file, and then remove what has the name of the -wal. Both may belong to another database
// by now.
func (e *engine) abandon() error {
	left := func(*link) error { return nil }
	return errors.Join(e.end(left), e.identity.setAside(), e.identity.close(), e.db.Close())
}

// end rejects new calls, waits for running ones, and ends each connection.
func (e *engine) end(one func(*link) error) error {
	return errors.Join(e.writers.close(one), e.readers.close(one), e.searchers.close(one))
}
