package neo4jstore

import (
	"context"
	"sync"
	"sync/atomic"

	"plotline/internal/fault"
)

// shared runs one piece of work at a time, for all callers that arrive during it. The work continues when they give
// up, so that it completes even if it takes longer than they wait.
type shared[T any] struct {
	mu      sync.Mutex
	running *sharedRun[T] // nil while nothing runs
}

// sharedRun is one run of the work. Its results are set before done is closed.
type sharedRun[T any] struct {
	stop     context.CancelFunc
	done     chan struct{}
	result   T
	err      error
	panicked any
}

// do starts the work or joins the run in progress. It waits for the result or for the end of ctx. The work gets the
// context values of the caller that started it, and no deadline.
func (s *shared[T]) do(ctx context.Context, work func(context.Context) (T, error)) (T, error) {
	if err := ctx.Err(); err != nil {
		var none T
		return none, fault.Database(err)
	}
	r := s.join(ctx, work)
	select {
	case <-r.done:
		if r.panicked != nil {
			panic(r.panicked) // raised again in the caller's goroutine
		}
		return r.result, r.err
	case <-ctx.Done():
		var none T
		return none, fault.Database(ctx.Err())
	}
}

func (s *shared[T]) join(ctx context.Context, work func(context.Context) (T, error)) *sharedRun[T] {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running != nil {
		return s.running
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	r := &sharedRun[T]{stop: stop, done: make(chan struct{})}
	s.running = r
	go func() {
		defer s.end(r)
		defer stop()
		defer func() { r.panicked = recover() }()
		r.result, r.err = work(ctx)
	}()
	return r
}

// stop cancels the run in progress and waits until it has ended.
func (s *shared[T]) stop() {
	s.mu.Lock()
	r := s.running
	s.mu.Unlock()
	if r != nil {
		r.stop()
		<-r.done
	}
}

func (s *shared[T]) end(r *sharedRun[T]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = nil
	close(r.done)
}

// opener lets calls through once an opening has succeeded. One opening runs at a time, and callers that arrive
// meanwhile share its result. An unreachable database therefore fails them all at once. The opening continues when
// its callers give up. A database that just started needs more time than a probe waits, and would otherwise start
// again for each.
type opener struct {
	open    atomic.Bool
	opening shared[struct{}]
}

// ensureOpen runs opening, waits for one that runs already, or returns at once after a success.
func (g *opener) ensureOpen(ctx context.Context, opening func(context.Context) error) error {
	if g.open.Load() {
		return nil
	}
	_, err := g.opening.do(ctx, func(ctx context.Context) (none struct{}, err error) {
		if g.open.Load() { // opened since the check above
			return none, nil
		}
		if err = opening(ctx); err == nil {
			g.open.Store(true)
		}
		return none, err
	})
	return err
}
