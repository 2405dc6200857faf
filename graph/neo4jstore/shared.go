package neo4jstore

import (
	"context"
	"sync"

	"plotline/internal/fault"
)

// shared runs one piece of work at a time, for all callers who ask for it meanwhile. The work goes on when
// they give up, so that callers with less patience than it takes get it done all the same.
type shared[T any] struct {
	mu      sync.Mutex
	running *attempted[T] // nil while nothing runs
}

// attempted is the work. What it gives is set before done is closed.
type attempted[T any] struct {
	stop     context.CancelFunc
	done     chan struct{}
	result   T
	err      error
	panicked any
}

// do starts the work or joins what runs, and waits for it or for the end of its own context. The work
// gets the values of the context of who started it, and no deadline.
func (s *shared[T]) do(ctx context.Context, work func(context.Context) (T, error)) (T, error) {
	if err := ctx.Err(); err != nil {
		var none T
		return none, fault.Database(err)
	}
	r := s.join(ctx, work)
	select {
	case <-r.done:
		if r.panicked != nil {
			panic(r.panicked) // where the caller expects it
		}
		return r.result, r.err
	case <-ctx.Done():
		var none T
		return none, fault.Database(ctx.Err())
	}
}

func (s *shared[T]) join(ctx context.Context, work func(context.Context) (T, error)) *attempted[T] {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running != nil {
		return s.running
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	r := &attempted[T]{stop: stop, done: make(chan struct{})}
	s.running = r
	go func() {
		defer s.end(r)
		defer stop()
		defer func() { r.panicked = recover() }()
		r.result, r.err = work(ctx)
	}()
	return r
}

// stop ends the work that runs, and waits until it has ended.
func (s *shared[T]) stop() {
	s.mu.Lock()
	r := s.running
	s.mu.Unlock()
	if r != nil {
		r.stop()
		<-r.done
	}
}

func (s *shared[T]) end(r *attempted[T]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = nil
	close(r.done)
}
