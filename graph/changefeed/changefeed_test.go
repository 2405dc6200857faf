package changefeed_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"plotline/graph/changefeed"
)

// source gives marks, and counts the polls and the notifications of each workspace.
type source struct {
	*changefeed.Feed

	mu       sync.Mutex
	marks    map[string]string
	broken   error
	polls    map[string]int
	received map[string]int
	most     atomic.Int64 // polls at once
	now      atomic.Int64
}

func newSource(t *testing.T) *source {
	t.Helper()
	s := &source{marks: map[string]string{"a": "1", "b": "1"}, polls: map[string]int{}, received: map[string]int{}}
	s.Feed = changefeed.New(s.changes, func(workspace string) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.received[workspace]++
	}, slog.New(slog.NewTextHandler(t.Output(), nil)))
	return s
}

func (s *source) changes(ctx context.Context, workspace string) (string, error) {
	defer s.now.Add(-1)
	s.most.Store(max(s.most.Load(), s.now.Add(1)))
	time.Sleep(time.Millisecond)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.polls[workspace]++
	return s.marks[workspace], errors.Join(s.broken, ctx.Err())
}

func (s *source) set(workspace, mark string, broken error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.marks[workspace], s.broken = mark, broken
}

// took returns the polls and the notifications of a workspace since the last call.
func (s *source) took(workspace string) (polls, received int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	polls, received = s.polls[workspace], s.received[workspace]
	delete(s.polls, workspace)
	delete(s.received, workspace)
	return polls, received
}

func expect(t *testing.T, s *source, what, workspace string, polls, received int) {
	t.Helper()
	if p, h := s.took(workspace); p != polls || h != received {
		t.Errorf("%s: %d polls and %d notifications of %s, want %d and %d", what, p, h, workspace, polls, received)
	}
}

// run runs a test with a running feed in a bubble with a clock of its own.
func run(t *testing.T, test func(t *testing.T, s *source)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := newSource(t)
		s.Listen("a", true) // before Run
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			s.Run(ctx)
		}()
		time.Sleep(100 * time.Millisecond)
		expect(t, s, "the first mark", "a", 1, 0)
		test(t, s)
		stop()
		<-ended
		s.took("a")
		s.Listen("a", false)
		s.Listen("a", true)
		time.Sleep(time.Minute)
		expect(t, s, "after its end", "a", 0, 0)
	})
}

func TestChangesAreNotified(t *testing.T) {
	t.Parallel()
	run(t, func(t *testing.T, s *source) {
		t.Helper()
		time.Sleep(time.Second)
		expect(t, s, "no change", "a", 2, 0)
		s.set("a", "2", nil)
		s.set("b", "2", nil)
		time.Sleep(time.Second)
		expect(t, s, "one change", "a", 2, 1)
		expect(t, s, "without a listener", "b", 0, 0)
	})
}

// TestManyChangesAreOneNotification checks that fifty changes a second cause two notifications.
func TestManyChangesAreOneNotification(t *testing.T) {
	t.Parallel()
	run(t, func(t *testing.T, s *source) {
		t.Helper()
		for i := range 500 {
			s.set("a", time.Duration(i).String()+" later", nil)
			time.Sleep(20 * time.Millisecond)
		}
		if polls, received := s.took("a"); polls > 20 || received > 20 || received < 18 {
			t.Errorf("%d polls and %d notifications in ten seconds", polls, received)
		}
	})
}

func TestPollsOnlyWithListener(t *testing.T) {
	t.Parallel()
	run(t, func(t *testing.T, s *source) {
		t.Helper()
		s.Listen("a", true) // a second time
		s.Listen("a", false)
		time.Sleep(time.Minute)
		expect(t, s, "no listener", "a", 0, 0)
		s.set("a", "2", nil)
		s.Listen("a", false)
		s.Listen("a", true)
		time.Sleep(2 * time.Second)
		expect(t, s, "a change before it had a listener", "a", 4, 0)
	})
}

// TestFailuresAreTriedLessOften checks that polls become rare while the store fails, and that the change is notified
// afterwards.
func TestFailuresAreTriedLessOften(t *testing.T) {
	t.Parallel()
	run(t, func(t *testing.T, s *source) {
		t.Helper()
		s.set("a", "", errors.New("away"))
		time.Sleep(time.Minute)
		if polls, received := s.took("a"); polls > 16 || polls < 10 || received != 0 {
			t.Errorf("%d polls and %d notifications of a store that fails", polls, received)
		}
		s.set("a", "2", nil)
		time.Sleep(6 * time.Second)
		if _, received := s.took("a"); received != 1 {
			t.Errorf("%d notifications after the failure", received)
		}
		s.set("b", "", errors.New("away"))
		s.Listen("b", true)
		time.Sleep(10 * time.Second)
		s.set("b", "1", nil)
		time.Sleep(20 * time.Second)
		if _, received := s.took("b"); received != 1 {
			t.Errorf("%d notifications after a first mark that took long", received)
		}
	})
}

// TestReady checks that listeners wait for the first mark, and not for longer than half a second.
func TestReady(t *testing.T) {
	t.Parallel()
	run(t, func(t *testing.T, s *source) {
		t.Helper()
		began := time.Now()
		<-s.Listen("b", true)
		if waited := time.Since(began); waited != time.Millisecond {
			t.Errorf("ready after %s, a poll takes 1ms", waited)
		}
		s.set("b", "2", nil)
		<-s.Listen("b", true)
		time.Sleep(time.Second)
		if _, received := s.took("b"); received != 1 {
			t.Errorf("%d notifications of the first change", received)
		}
		s.set("c", "", errors.New("away"))
		began = time.Now()
		<-s.Listen("c", true)
		if waited := time.Since(began); waited != 500*time.Millisecond {
			t.Errorf("ready after %s while the store fails", waited)
		}
	})
}

func TestFewPollsAtOnce(t *testing.T) {
	t.Parallel()
	run(t, func(t *testing.T, s *source) {
		t.Helper()
		for i := range 100 {
			s.Listen(time.Duration(i).String(), true)
		}
		time.Sleep(3 * time.Second)
		if most := s.most.Load(); most != 4 {
			t.Errorf("%d polls at once", most)
		}
	})
}
