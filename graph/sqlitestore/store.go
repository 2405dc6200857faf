// Package sqlitestore stores a graph in one SQLite file. It needs no server and no set-up. It is pure Go
// (modernc.org/sqlite) and durable at commit. Several processes may share a file, and each may be killed at any
// moment.
//
// Writers queue for one connection. They take the file's write lock before they read anything (BEGIN IMMEDIATE), so
// what they read stays true until they commit. Readers run concurrently on snapshots, with their own connections. Long
// searches for cycles do, too, and the writers that need them come back with what they found (search.go).
//
// Each transaction checks that the path still leads to the database that was opened (identity.go). If it does not, every
// call fails until the process is started again, and Close leaves the files alone.
//
// The pool of connections, the prepared statements and the migrations are our own, over database/sql. With the
// transactions and statements of database/sql, a search takes twice the time (69 µs instead of 34) and a check for a
// relationship a third more (33 µs instead of 25). The pool of zombiezen.com/go/sqlite makes the first searches almost
// three times as slow (911 µs instead of 346), and interrupts running writes when it closes.
// docs/decisions/0019-own-plumbing-over-sqlite.md has all figures.
package sqlitestore

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"plotline/graph"
	"plotline/graph/groupcommit"
	"plotline/internal/schema"
	"plotline/internal/sharing"
)

var _ graph.Store = (*Store)(nil)

// Store is a graph.Store in a file. New makes one.
type Store struct {
	path     string
	patience time.Duration
	readers  int
	pragmas  []string // for the writing connection; set by tests
	words    int      // how many different words of a list of episodes it indexes
	removed  int      // how many relationships of a deleted episode it removes
	limits

	migrations schema.Migrations // set by tests

	ready   atomic.Pointer[engine]
	opening chan struct{} // held while the file is being opened or closed
	closed  atomic.Bool
	closing sync.WaitGroup // engines that are being closed because they are read-only

	readOnly bool                  // files on read-only file systems are read too
	first    *identity             // of the file that was opened first; guarded by opening
	lost     atomic.Pointer[error] // why the store has no database any more, which only a restart changes
	notice   atomic.Pointer[func()]

	vectors vectorMemory
	settler settler
	pace    *sharing.Pace // of the settler

	writes *groupcommit.Groups[struct{}, work, error] // one key: there is one writer

	textGone  atomic.Bool // a transaction deleted or replaced texts
	additions additions
	dryRuns   *sharing.Pool // one key for each workspace
}

// Option configures a store.
type Option func(*Store)

// New returns a store in the file at path. The first call opens the file, and makes it and its folder if they are
// missing.
func New(path string, options ...Option) *Store {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	s := &Store{path: path, patience: 10 * time.Second, readers: 4, words: maxWords, removed: maxRemoved, migrations: migrations(), opening: make(chan struct{}, 1), dryRuns: sharing.Slots(searchesAtOnce)}
	s.limits = limits{settled: maxSettled, searches: maxSearched, locked: maxLocked}
	s.vectors.budget, s.vectors.held = 64*megabyte, map[int64]*heldVectors{}
	for _, set := range options {
		set(s)
	}
	s.pace = sharing.NewPace(restFactor)
	s.writes = groupcommit.New(mostInGroup, s.commitGroup).InTurns(mostOfPayer,
		func(w work) string { return w.payer }, func(w work) string { return w.ws })
	return s
}

// longestMerge is how long a store that closes works on its index: 100,000 episodes take about two seconds.
const longestMerge = 30 * time.Second

// Share leaves one of the reading connections to other workspaces. Writes that cannot share a transaction take turns
// by workspace.
func (s *Store) Share() graph.Share { return graph.Share{Reads: max(1, s.readers-1), Writes: 1} }

// Close waits for running calls and closes the file. Later calls fail. If this store has deleted or replaced texts, it first
// removes their words from the index.
func (s *Store) Close() error {
	if s.textGone.Load() && s.lost.Load() == nil {
		ctx, cancel := context.WithTimeout(context.Background(), longestMerge)
		_ = change(ctx, s, func(q *session) error { q.exec(ctx, mergeTexts); return nil }) // a later close does it again
		cancel()
	}
	s.closed.Store(true)
	s.settler.close()
	s.opening <- struct{}{}
	defer func() { <-s.opening }()
	defer s.closing.Wait()
	defer s.removeNotice()
	e := s.ready.Swap(nil)
	if e == nil {
		return nil
	}
	end := e.close
	if errors.Is(s.check(context.Background(), e), errReplaced) && !e.identity.lacksLog() {
		end = e.abandon
	}
	return s.translate(context.Background(), end())
}

func (s *Store) removeNotice() {
	if remove := s.notice.Swap(nil); remove != nil {
		(*remove)()
	}
}

// Status opens the file and reads from it.
func (s *Store) Status(ctx context.Context) (graph.Status, error) {
	return read(ctx, s, func(q *session) (graph.Status, error) {
		status, _ := first(ctx, q, readStatus, func(st *graph.Status) []any { return []any{&st.Version, &st.Schema} })
		status.Kind, status.Location = "embedded", s.path
		return status, nil
	})
}

// engine returns the open file. It opens the file if that is not done yet.
func (s *Store) engine(ctx context.Context) (*engine, error) {
	if lost := s.lost.Load(); lost != nil {
		return nil, *lost
	}
	if e := s.ready.Load(); e != nil {
		return e, nil
	}
	select {
	case s.opening <- struct{}{}:
		defer func() { <-s.opening }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if e := s.ready.Load(); e != nil {
		return e, nil
	}
	if s.closed.Load() {
		return nil, errClosed
	}
	e, err := open(ctx, s)
	if err != nil {
		return nil, s.noteLoss(err)
	}
	if s.first == nil {
		s.first = e.identity
	}
	if !e.identity.is(s.first) {
		return nil, errors.Join(s.noteLoss(errReplaced), e.close())
	}
	s.ready.Store(e)
	if e.hidden {
		s.settler.wake(s) //nolint:contextcheck // it works on after the call
	}
	return e, nil
}

// check returns errReplaced once the open file is no longer the one at the path, and from then on: a file that comes back
// may lack changes.
func (s *Store) check(ctx context.Context, e *engine) error {
	if lost := s.lost.Load(); lost != nil {
		return *lost
	}
	return s.noteLoss(e.check(ctx))
}

func (s *Store) noteLoss(err error) error {
	if (errors.Is(err, errReplaced) || errors.Is(err, errForeignLog)) && s.lost.CompareAndSwap(nil, &err) {
		remove := postNotice(s.path)
		s.notice.Store(&remove)
	}
	return err
}

// closeReadOnly closes a file that was opened read-only, and waits until its readers are done or ctx ends. SQLite refuses
// writes until its last connection is closed, even if the file has become writable.
func (s *Store) closeReadOnly(ctx context.Context, e *engine) {
	if !s.ready.CompareAndSwap(e, nil) {
		return
	}
	done := make(chan struct{})
	s.closing.Go(func() {
		defer close(done)
		_ = e.close()
	})
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// wasReplaced reports whether the file was closed before a call began, by leave. Such a call starts again.
func (s *Store) wasReplaced(e *engine, err error) bool {
	return errors.Is(err, errClosed) && e != nil && s.ready.Load() != e && !s.closed.Load()
}
