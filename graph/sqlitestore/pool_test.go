package sqlitestore

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"plotline/graph"
	"plotline/internal/fault"
)

// slow is a statement that runs until it is interrupted.
var slow = &statement{text: `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n`}

func TestCancelInterruptsTheDatabase(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for i := range 3 {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		start := time.Now()
		work := func(q *session) (int64, error) { return q.number(ctx, slow), nil }
		var err error
		if i%2 == 0 {
			_, err = read(ctx, s, work)
		} else {
			_, err = write(ctx, s, work)
		}
		cancel()
		fails(t, err, context.DeadlineExceeded)
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("interrupted after %v", took)
		}
	}
	create(t, s, "a")
}

func TestCancelledBeforeCall(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 2 {
		_, err := s.Status(ctx)
		fails(t, err, context.Canceled)
		_, err = s.AddRelationship(ctx, ws, relationship(graph.NewID(), graph.NewID(), graph.Follows))
		fails(t, err, context.Canceled)
		_, err = s.Status(t.Context())
		ok(t, err)
	}
}

// TestCancelledBetweenStatements checks that a cancelled call runs no further statement, not even a brief one.
func TestCancelledBetweenStatements(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	create(t, s, "a")
	for _, st := range []*statement{countEpisodes, countAll} {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := read(t.Context(), s, func(q *session) (int64, error) {
			cancel()
			return q.number(ctx, st, ws), nil
		})
		fails(t, err, context.Canceled)
	}
}

// TestCancelledBeforeCommit checks that a call cancelled between its work and the commit writes nothing.
func TestCancelledBeforeCommit(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ids := create(t, s, "a", "b")
	ctx, cancel := context.WithCancel(t.Context())
	err := change(ctx, s, func(q *session) error {
		newAdder(ctx, q, ws, nil)
		q.exec(ctx, countOut, 1)
		cancel()
		return nil
	})
	fails(t, err, context.Canceled)
	_, total, err := s.ListEpisodes(t.Context(), ws, graph.ListQuery{Limit: 1})
	ok(t, err)
	same(t, "count", total, len(ids))
}

func TestCancelledCallersDoNotBlockQueue(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ids := create(t, s, "a", "b")
	held, release := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		err := change(t.Context(), s, func(*session) error {
			close(held)
			<-release
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-held
	var leavers sync.WaitGroup
	for i := range 50 {
		leavers.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i%7)*time.Millisecond)
			defer cancel()
			err := s.RemoveRelationship(ctx, ws, graph.NewID())
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("waiting: %v", err)
			}
		})
	}
	_, _, err := s.Episode(t.Context(), ws, ids[0])
	ok(t, err)     // readers do not wait for writers
	leavers.Wait() // the writer continues until the last caller has left, even on a slow machine
	close(release)
	all.Wait()
	ok(t, second(s.AddRelationship(t.Context(), ws, relationship(ids[0], ids[1], graph.Follows))))
}

func TestOtherProgramHoldsTheWriteLock(t *testing.T) {
	t.Parallel()
	s := newStore(t, withPatience(30*time.Millisecond), withReaders(1))
	ids := create(t, s, "a", "b")
	conn, err := raw(t, s.path).Conn(t.Context())
	ok(t, err)
	defer conn.Close()
	execRaw(t, conn, "BEGIN IMMEDIATE")
	add := func(ctx context.Context) error {
		return second(s.AddRelationship(ctx, ws, relationship(ids[0], ids[1], graph.Follows)))
	}
	unavailable(t, add(t.Context()), s.path, "Another program")
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	fails(t, add(ctx), context.DeadlineExceeded)
	_, _, err = s.Episode(t.Context(), ws, ids[0])
	ok(t, err)
	s.patience = 10 * time.Second
	time.AfterFunc(5*time.Millisecond, func() { _, _ = conn.ExecContext(context.WithoutCancel(t.Context()), "ROLLBACK") })
	for fault.CodeOf(add(t.Context())) == fault.Unavailable {
		time.Sleep(time.Millisecond)
	}
}

// TestBrokenConnectionIsReplaced covers a connection that cannot be rolled back.
func TestBrokenConnectionIsReplaced(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	create(t, s, "a")
	err := change(t.Context(), s, func(q *session) error {
		_, err := q.link.exec(t.Context(), rollback)
		ok(t, err)
		return graph.SameEnds()
	})
	same(t, "code", fault.CodeOf(err), fault.InvalidArgument)
	create(t, s, "b")
	broken := errors.New("no connection today")
	e, err := s.engine(t.Context())
	ok(t, err)
	e.readers.idle, e.readers.connect = nil, func(context.Context) (*link, error) { return nil, broken }
	for range 2 * cap(e.readers.tokens) {
		if _, err := s.Status(t.Context()); !errors.Is(err, broken) {
			t.Errorf("error %v", err)
		}
	}
}

func TestCloseLetsWorkFinish(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ids := create(t, s, "a", "b")
	held, waiting := make(chan struct{}), make(chan error, 1)
	var all sync.WaitGroup
	all.Go(func() {
		err := change(t.Context(), s, func(q *session) error {
			close(held)
			for !s.closed.Load() {
				time.Sleep(time.Millisecond)
			}
			_, verdict := newAdder(t.Context(), q, ws, []graph.Relationship{relationship(ids[0], ids[1], graph.Follows)}).
				add(t.Context(), relationship(ids[0], ids[1], graph.Follows))
			if verdict != nil {
				return verdict
			}
			return nil
		})
		if err != nil {
			t.Errorf("work under way: %v", err)
		}
	})
	<-held
	all.Go(func() { waiting <- s.RemoveRelationship(t.Context(), ws, graph.NewID()) })
	ok(t, s.Close())
	unavailable(t, <-waiting, s.path, "closed")
	all.Wait()
}

func TestShrinkDuringCalls(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ids := create(t, s, "a")
	e, err := s.engine(t.Context())
	ok(t, err)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 50 {
				e.readers.shrink()
				e.writers.shrink()
				if _, _, err := s.Episode(t.Context(), ws, ids[0]); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if n := len(e.readers.idle); n > cap(e.readers.tokens) {
		t.Errorf("%d connections, %d at most", n, cap(e.readers.tokens))
	}
}
