package compiler

import (
	"context"
	"slices"
	"sync"
)

// slots limits the compilations that run at once. Waiting compilations get slots in order of arrival, except that no
// workspace holds more than half of them.
type slots struct {
	all, each int

	mu      sync.Mutex // guards the fields below
	taken   int
	by      map[string]int // by workspace
	waiting []*waiter
}

type waiter struct {
	workspace string
	granted   chan struct{} // closed when the waiter has a slot
}

func newSlots(all int) *slots {
	return &slots{all: all, each: max(1, all/2), by: map[string]int{}}
}

// take waits for a slot. Its error is that of ctx.
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
	s.release(workspace) // the slot was granted after ctx ended
	return ctx.Err()
}

// free returns a slot.
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
