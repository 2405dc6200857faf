package neo4jstore

import (
	"context"
	"slices"
	"sync"
	"time"

	"plotline/graph"
)

// settler settles in the background the orders that a write had no time for, that were never computed, or that another
// program made invalid. It runs only while there is something to do.
type settler struct {
	mu      sync.Mutex
	orders  []orderOf    // what callers asked for, in their order
	counts  []graph.Type // whose counters are to be compared
	running bool
	closed  bool
	failed  time.Time          // when it last failed
	cancel  context.CancelFunc // of the run
	done    sync.WaitGroup
}

// The bounds of the settler.
const (
	// restFactor is how long it rests after a step, as a multiple of the step's time, so that it takes a quarter of a
	// processor at most.
	restFactor = 3
	// afterFailure is how long it does nothing after a failure.
	afterFailure = 10 * time.Second
	// orderClaim is how long a claim lasts, if it is not renewed.
	orderClaim = 30 * time.Second
	// betweenCyclic is the least time between two computations of an order that has a cycle.
	betweenCyclic = 10 * time.Second
	// betweenCounts is the least time between two comparisons of the counters.
	betweenCounts = time.Second
	// betweenLooks is how often a claim of another process is looked at.
	betweenLooks = 100 * time.Millisecond
	// levelsAtOnce is how many levels a transaction writes.
	levelsAtOnce = 5_000
	// workspacesAtOnce is how many workspaces are compared in one statement.
	workspacesAtOnce = 50
	// snapshotLimit is how long the settler may read a whole workspace.
	snapshotLimit = 10 * time.Minute
)

// ask has an order settled.
func (w *settler) ask(ctx context.Context, s *Store, o orderOf) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !slices.Contains(w.orders, o) {
		w.orders = append(w.orders, o)
	}
	w.start(ctx, s)
}

// compare has the counters of a type compared.
func (w *settler) compare(ctx context.Context, s *Store, t graph.Type) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !slices.Contains(w.counts, t) {
		w.counts = append(w.counts, t)
	}
	w.start(ctx, s)
}

// start starts the run, unless it goes on already. It outlives the call.
func (w *settler) start(ctx context.Context, s *Store) {
	if w.running || w.closed || time.Since(w.failed) < afterFailure {
		return
	}
	w.running = true
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	w.cancel = cancel
	w.done.Go(func() { w.run(ctx, s) })
}

// run works until nothing is left. A failure ends it: what was asked for is asked for again by the next page.
func (w *settler) run(ctx context.Context, s *Store) {
	for {
		step := w.next(s)
		if step == nil {
			return
		}
		began := time.Now()
		if err := step(ctx); err != nil {
			w.fail()
			return
		}
		sleep(ctx, restFactor*time.Since(began))
	}
}

// next returns the next step, or nil and marks the run as ended.
func (w *settler) next(s *Store) func(context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.closed:
	case len(w.counts) > 0:
		t := w.counts[0]
		w.counts = w.counts[1:]
		return func(ctx context.Context) error { return s.compareCounts(ctx, t) }
	case len(w.orders) > 0:
		o := w.orders[0]
		w.orders = w.orders[1:]
		return func(ctx context.Context) error {
			again, err := s.settleOrder(ctx, o)
			if again {
				w.ask(ctx, s, o)
			}
			return err
		}
	}
	w.running = false
	w.cancel()
	return nil
}

func (w *settler) fail() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failed, w.running, w.orders, w.counts = time.Now(), false, nil, nil
	w.cancel()
}

// close ends the settler.
func (w *settler) close() {
	w.mu.Lock()
	w.closed = true
	if w.cancel != nil {
		w.cancel()
	}
	w.mu.Unlock()
	w.done.Wait()
}
