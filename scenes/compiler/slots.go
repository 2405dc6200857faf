package compiler

import (
	"context"
	"slices"
	"sync"
)

// slots are places for compilations. Waiting compilations get them in the order in which they came,
// except that no workspace has more than half of them.
type slots struct {
	all, each int

	mu      sync.Mutex // of what follows
	taken   int
	by      map[string]int // taken, by workspace
	waiting []*waiter
}

type waiter struct {
	workspace string
	granted   chan struct{} // closed when the waiter has a slot
}

func newSlots(all int) *slots {
	return &slots{all: all, each: max(1, all/2), by: map[string]int{}}
}

// take waits for a slot. The error is that of ctx.
func (s *slots) take(ctx context.Context, workspace string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w := &waiter{workspace, make(chan struct{})}
	s.mu.Lock()
	s.waiting = append(s.waiting, w)
	s.grant()
	s.mu.Unlock()
	select {
	case <-w.granted:
		return nil
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if at := slices.Index(s.waiting, w); at >= 0 {
		s.waiting = slices.Delete(s.waiting, at, at+1)
		return ctx.Err()
	}
	s.release(workspace) // granted meanwhile
	return ctx.Err()
}

// free gives a slot back.
func (s *slots) free(workspace string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.release(workspace)
}

func (s *slots) release(workspace string) {
	s.taken--
	if s.by[workspace]--; s.by[workspace] == 0 {
		delete(s.by, workspace)
	}
	s.grant()
}

// grant gives free slots to the first waiters that may have one.
func (s *slots) grant() {
	for s.taken < s.all {
		at := slices.IndexFunc(s.waiting, func(w *waiter) bool { return s.by[w.workspace] < s.each })
		if at < 0 {
			return
		}
		w := s.waiting[at]
		s.waiting = slices.Delete(s.waiting, at, at+1)
		s.taken++
		s.by[w.workspace]++
		close(w.granted)
	}
}
