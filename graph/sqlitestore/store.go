// Package sqlitestore keeps a graph in one SQLite file: the store that needs no server and no
// set-up. It is pure Go (modernc.org/sqlite), durable at commit, and safe for several processes on
// one file, killed at any moment.
//
// Writers queue for one connection and take the file's write lock before they look at anything
// (BEGIN IMMEDIATE), so that what they judge by cannot change under them; readers work beside them
// on snapshots, with connections of their own.
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
)

var _ graph.Store = (*Store)(nil)

// Store is a graph.Store in a file. New makes one.
type Store struct {
	path     string
	patience time.Duration
	readers  int
	pragmas  []string // run on the writing connection, by tests

	ready   atomic.Pointer[engine]
	opening chan struct{} // holds the one who opens the file, or closes it
	closed  atomic.Bool
	leaving sync.WaitGroup // files that are being closed because they took no writes

	vectors vectorMemory

	writes *groupcommit.Groups[struct{}, work, error] // one writer, one group
}

// Option changes how a store works.
type Option func(*Store)

// WithPatience sets how long a call waits for other processes that open the file or write (10 s).
func WithPatience(d time.Duration) Option { return func(s *Store) { s.patience = d } }

// WithReaders sets how many reads run at once, each on a connection of its own (4).
func WithReaders(n int) Option { return func(s *Store) { s.readers = n } }

// New names the file; the first call opens it, and makes it and its folder when they are not there.
func New(path string, options ...Option) *Store {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	s := &Store{path: path, patience: 10 * time.Second, readers: 4, opening: make(chan struct{}, 1)}
	s.vectors.budget, s.vectors.held = 64*megabyte, map[int64]*heldVectors{}
	for _, set := range options {
		set(s)
	}
	s.writes = groupcommit.New(mostInGroup, s.commitGroup)
	return s
}

// Share leaves one of the reading connections to other workspaces, and lets the writes that share no
// transaction take turns by workspace.
func (s *Store) Share() graph.Share { return graph.Share{Reads: max(1, s.readers-1), Writes: 1} }

// Close waits for what is under way, and gives the file back. Later calls are refused.
func (s *Store) Close() error {
	s.closed.Store(true)
	s.opening <- struct{}{}
	defer func() { <-s.opening }()
	defer s.leaving.Wait()
	if e := s.ready.Swap(nil); e != nil {
		return s.translate(context.Background(), e.close())
	}
	return nil
}

// Status opens the file and reads from it.
func (s *Store) Status(ctx context.Context) (graph.Status, error) {
	return read(ctx, s, func(q *session) (graph.Status, error) {
		status, _ := first(ctx, q, readStatus, func(st *graph.Status) []any { return []any{&st.Version, &st.Schema} })
		status.Kind, status.Location = "embedded", s.path
		return status, nil
	})
}

// engine returns the open file, and opens it when nobody has.
func (s *Store) engine(ctx context.Context) (*engine, error) {
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
	if err == nil {
		s.ready.Store(e)
	}
	return e, err
}

// leave closes a file that took no writes, when those who read are done, and waits for that: SQLite would
// refuse writes until its last connection is closed, also when the file takes them again.
func (s *Store) leave(ctx context.Context, e *engine) {
	if !s.ready.CompareAndSwap(e, nil) {
		return
	}
	done := make(chan struct{})
	s.leaving.Go(func() {
		defer close(done)
		_ = e.close()
	})
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// left tells whether a file was closed under a call that had not begun, which then begins anew.
func (s *Store) left(e *engine, err error) bool {
	return errors.Is(err, errClosed) && e != nil && s.ready.Load() != e && !s.closed.Load()
}
