package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"sync"
	"syscall"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"plotline/graph"
	"plotline/internal/pause"
)

// These are the causes of every error once the store has lost its database.
var (
	errReplaced   = graph.ErrDatabaseReplaced
	errForeignLog = errors.New("the -wal has the id of another database than the file")
)

// identity recognises the database that was opened. SQLite would go on with an open file that has lost its name, and
// acknowledge changes that nobody finds again.
type identity struct {
	path string
	file os.FileInfo

	// main reads the file without the -wal: another database that is copied over the file shows only there, because
	// other connections have its pages in their caches or read them from the -wal. It is nil for a file that cannot be
	// written.
	main       *sql.DB
	mu         sync.Mutex
	link       *link
	log        os.FileInfo // the -wal; nil if SQLite has made none, which a read-only file does not need
	id         string
	compared   os.FileInfo // the file when its content was last compared
	fresh      bool        // it had been written so shortly before that it must be compared once more
	generation int64       // what the file had then
	due        bool        // the next write begins another generation
}

// identify returns the identity of a database that l has opened for writing.
func identify(ctx context.Context, l *link, s *Store) (i *identity, err error) {
	i = &identity{path: s.path, due: true}
	defer func() {
		if err != nil {
			err = errors.Join(err, i.close())
		}
	}()
	if i.file, err = stat(s.path); err != nil {
		return i, err
	}
	i.compared, i.fresh = i.file, isFresh(i.file)
	if err := l.conn.QueryRowContext(ctx, readIdentity.text).Scan(&i.id, &i.generation); err != nil {
		return i, err
	}
	if err := i.findLog(); err != nil {
		return i, err
	}
	if i.main, err = sql.Open("sqlite", uri(s.path, url.Values{})+immutable); err != nil {
		return i, err
	}
	i.main.SetMaxIdleConns(-1)
	if i.log != nil && i.log.Size() > logHeader { // the file may have an older generation, or not even the id
		i.generation = 0
		err = i.writeToFile(ctx, l)
	}
	return i, err
}

// writeToFile moves the id from the -wal to the file, where check reads it, if it is not there since the migration.
func (i *identity) writeToFile(ctx context.Context, l *link) error {
	err := i.compare(ctx)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errReplaced):
		return errForeignLog
	}
	err = l.set(ctx, []string{"wal_checkpoint(PASSIVE)"})
	if isReadOnly(err) {
		err = i.main.Close()
		i.main = nil
		return err
	}
	if err == nil {
		err = i.compare(ctx)
	}
	if codeOf(err)&0xff == sqlite3.SQLITE_ERROR { // no such table
		return errors.Join(errLocked, err) // a reader of the older schema keeps the file as it was
	}
	return err
}

// check returns errReplaced if the path does not lead to the database any more. It compares the content if the file was
// written since it last did so.
func (i *identity) check(ctx context.Context) error {
	now, err := i.find(i.path, i.file)
	if err != nil {
		return err
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if err := i.findLog(); err != nil || i.main == nil {
		return err
	}
	if isUnwritten(now, i.compared) && (!i.fresh || isFresh(now)) {
		return nil
	}
	for attempt := 0; ; attempt++ {
		err := i.compare(ctx)
		if err == nil || errors.Is(err, errReplaced) || isOutside(err) {
			return err
		}
		if attempt == compareAttempts {
			return errors.Join(errReplaced, err)
		}
		pause.For(context.WithoutCancel(ctx), comparePause)
	}
}

// isOutside reports an error of the disk or the memory, which says nothing about the content of a file.
func isOutside(err error) bool {
	code := codeOf(err) & 0xff
	return code == sqlite3.SQLITE_IOERR || code == sqlite3.SQLITE_NOMEM
}

// timeStep is how far apart two writes must be to give a file different times.
const timeStep = 20 * time.Millisecond

func isFresh(file os.FileInfo) bool { return time.Since(file.ModTime()) <= timeStep }

// A page that another process is just writing may be read in part.
const (
	compareAttempts = 5
	comparePause    = 10 * time.Millisecond
)

// findLog finds the -wal that SQLite has made, or checks that it is still the same.
func (i *identity) findLog() (err error) {
	if i.log != nil {
		_, err = i.find(i.path+logSuffix, i.log)
		return err
	}
	if i.log, err = stat(i.path + logSuffix); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// closeBroken closes a connection that cannot be used any more. With the last one SQLite removes the -wal, and then makes
// another.
func (i *identity) closeBroken(l *link) {
	i.mu.Lock()
	defer i.mu.Unlock()
	_ = l.close() // it is broken already
	i.log = nil
}

// find returns what is at a path, or errReplaced if that is not the file that was there.
func (i *identity) find(path string, was os.FileInfo) (os.FileInfo, error) {
	now, err := stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return nil, errors.Join(errReplaced, err)
	case err == nil && !os.SameFile(now, was):
		return nil, errReplaced
	}
	return now, err
}

// whileWritten lets SQLite read a file with fewer pages than its header says: other processes may be moving changes to it.
// The page with the id is always there.
var whileWritten = []string{"writable_schema = 1"}

// compare reads the id from the file. An older copy of the same database has the same id, but a lower generation.
func (i *identity) compare(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	now, err := stat(i.path)
	if err != nil {
		return err
	}
	if i.link == nil {
		if i.link, err = connector(i.main, whileWritten)(ctx); err != nil {
			return err
		}
	}
	id, generation, err := i.read(ctx)
	if err != nil {
		return errors.Join(err, i.disconnect())
	}
	if id != i.id || generation < i.generation {
		return errReplaced
	}
	i.due = i.due || !isUnwritten(now, i.compared)
	i.compared, i.generation, i.fresh = now, generation, isFresh(now)
	return nil
}

func (i *identity) read(ctx context.Context) (id string, generation int64, err error) {
	if _, err := i.link.exec(ctx, dropPages); err != nil {
		return "", 0, err
	}
	st, ctx, err := i.link.stmt(ctx, readIdentity)
	if err == nil {
		err = st.QueryRowContext(ctx).Scan(&id, &generation)
	}
	return id, generation, err
}

func (i *identity) disconnect() error {
	if i.link == nil {
		return nil
	}
	l := i.link
	i.link = nil
	return l.close()
}

// begin begins another generation in a write, if that is due. The file then has a higher one as soon as the write is in it.
func (i *identity) begin(ctx context.Context, q *session) (undo func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !i.due || i.main == nil {
		return func() {}
	}
	q.exec(ctx, advance)
	i.due = false
	return func() {
		i.mu.Lock()
		defer i.mu.Unlock()
		i.due = true
	}
}

func stat(path string) (os.FileInfo, error) { return os.Stat(path) } //nolint:gosec // the operator names it

// isUnwritten reports whether a file has not been written between two looks at it.
func isUnwritten(now, before os.FileInfo) bool {
	return now.Size() == before.Size() && now.ModTime().Equal(before.ModTime())
}

// is reports whether a file that was opened again is the one of before.
func (i *identity) is(before *identity) bool {
	return os.SameFile(i.file, before.file) && i.id == before.id
}

// lacksLog reports whether only the -wal was removed. SQLite still has it open, and can write it into the file.
func (i *identity) lacksLog() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	now, err := i.find(i.path, i.file)
	return err == nil && isUnwritten(now, i.compared)
}

// setAside renames the -wal of the lost database if it is still there. SQLite would take what is in it for changes of the
// database that has the path now, and damage that.
func (i *identity) setAside() error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.log == nil {
		return nil
	}
	if _, err := i.find(i.path+logSuffix, i.log); err != nil {
		return nil // it is gone, or of another database
	}
	return os.Rename(i.path+logSuffix, i.path+logSuffix+".old")
}

func (i *identity) close() error {
	errs := []error{i.disconnect()}
	if i.main != nil {
		errs = append(errs, i.main.Close())
	}
	return errors.Join(errs...)
}
