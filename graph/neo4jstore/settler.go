package neo4jstore

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"plotline/graph"
	"plotline/internal/pause"
	"plotline/internal/sharing"
)

// settler settles in the background the orders that a write had no time for, that were never computed, or that another
// program made invalid. It does the store's other work in the background too. It runs only while there is something to do.
type settler struct {
	mu      sync.Mutex
	orders  []askedOrder // what callers asked for, in their order
	counts  []orderOf    // whose counters are to be compared
	hidden  bool         // relationships of deleted episodes are to be removed
	restart bool         // look whether the server was started again
	running bool
	closed  bool
	failed  time.Time          // when it last failed
	cancel  context.CancelFunc // of the run
	done    sync.WaitGroup

	compared  map[orderOf]time.Time // when a counter was last compared
	unsettled map[orderOf]bool      // the orders that were not kept when this process looked last
	counted   graph.OrderCounts
	pace      *sharing.Pace
}

// askedOrder is an order to be settled.
type askedOrder struct {
	orderOf
	since, due time.Time // since when it is asked for, and when its turn comes
}

// The bounds of the settler.
const (
	// betweenWrites is how long it waits for further writes to an order that a write could not leave right, because
	// several, as of an import, are settled together. maxWait bounds that.
	betweenWrites = 300 * time.Millisecond
	maxWait       = 10 * time.Second
	// restFactor is how long it rests after a step, as a multiple of the step's time, so that it takes a quarter of a
	// processor at most.
	restFactor = 3
	// afterFailure is how long it does nothing after a failure.
	afterFailure = 10 * time.Second
	// orderClaim is how long a claim lasts, if it is not renewed.
	orderClaim = 30 * time.Second
	// betweenCyclic is the least time between two computations of an order that has a cycle.
	betweenCyclic = 10 * time.Second
	// betweenCounts is the least time between two comparisons of a counter, because they read all relationships of the
	// type in the workspace.
	betweenCounts = 5 * time.Second
	// betweenLooks is how often a claim of another process is looked at.
	betweenLooks = 100 * time.Millisecond
	// levelsAtOnce is how many levels a transaction writes.
	levelsAtOnce = 5_000
	// snapshotLimit is how long the settler may read a whole workspace.
	snapshotLimit = 10 * time.Minute
)

// ask has an order settled at once.
func (w *settler) ask(ctx context.Context, s *Store, o orderOf) { w.askAfter(ctx, s, o, 0) }

// askAfter has an order settled when nobody asks for it again for a while.
func (w *settler) askAfter(ctx context.Context, s *Store, o orderOf, wait time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.mark(o, false)
	now := time.Now()
	i := slices.IndexFunc(w.orders, func(a askedOrder) bool { return a.orderOf == o })
	switch {
	case i < 0:
		w.orders = append(w.orders, askedOrder{o, now, now.Add(wait)})
	case wait > 0:
		w.orders[i].due = minTime(now.Add(wait), w.orders[i].since.Add(maxWait))
	}
	w.start(ctx, s)
}

// mark records whether an order is kept. The caller holds the lock.
func (w *settler) mark(o orderOf, kept bool) {
	if kept {
		delete(w.unsettled, o)
		return
	}
	if w.unsettled == nil {
		w.unsettled = map[orderOf]bool{}
	}
	w.unsettled[o] = true
}

// sawKept records that an order is kept.
func (w *settler) sawKept(o orderOf) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.mark(o, true)
}

// count counts a step.
func (w *settler) count(o orderOf, step orderStep, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.counted.Steps++
	if err != nil {
		w.counted.Failed++
		return
	}
	w.mark(o, step.kept)
}

func minTime(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// compare has the counter of an order compared, unless that was done a moment ago.
func (w *settler) compare(ctx context.Context, s *Store, o orderOf) {
	w.mu.Lock()
	defer w.mu.Unlock()
	maps.DeleteFunc(w.compared, func(_ orderOf, at time.Time) bool { return time.Since(at) > betweenCounts })
	if _, lately := w.compared[o]; lately {
		return
	}
	if w.compared == nil {
		w.compared = map[orderOf]time.Time{}
	}
	w.compared[o] = time.Now()
	w.counts = append(w.counts, o)
	w.start(ctx, s)
}

// remove has the relationships of deleted episodes removed.
func (w *settler) remove(ctx context.Context, s *Store) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hidden = true
	w.start(ctx, s)
}

// checkStart has those texts indexed again that the index may have lost before the server was started.
func (w *settler) checkStart(ctx context.Context, s *Store) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.restart = true
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

// run works until nothing is left. Each step rests by itself. A failure ends it, because the next page asks again for the
// order that it needs. Only deleted relationships are asked for once, so it goes on with them.
func (w *settler) run(ctx context.Context, s *Store) {
	for {
		step, wait := w.next(s)
		if step == nil && wait == 0 {
			return
		}
		if step == nil {
			pause.For(ctx, wait)
			continue
		}
		if err := step(ctx); err != nil {
			if ctx.Err() == nil {
				s.logger.WarnContext(ctx, "background work on the graph failed; meanwhile, an order is computed for each page", "error", err)
			}
			if !w.fail() {
				return
			}
			pause.For(ctx, afterFailure)
		}
	}
}

// next returns the next step, or how long to wait for it, or neither and marks the run as ended.
func (w *settler) next(s *Store) (step func(context.Context) error, wait time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.closed:
	case w.hidden:
		w.hidden = false
		return func(ctx context.Context) error {
			err := s.removeHidden(ctx, w.pace)
			if err != nil {
				w.remove(ctx, s)
			}
			return err
		}, 0
	case len(w.counts) > 0:
		o := w.counts[0]
		w.counts = w.counts[1:]
		return func(ctx context.Context) error { return s.compareCount(ctx, o) }, 0
	case len(w.orders) > 0:
		first := slices.MinFunc(w.orders, func(a, b askedOrder) int { return a.due.Compare(b.due) })
		if wait := time.Until(first.due); wait > 0 {
			return nil, min(wait, betweenLooks) // meanwhile counts may be asked for
		}
		w.orders = slices.DeleteFunc(w.orders, func(a askedOrder) bool { return a == first })
		return func(ctx context.Context) error {
			step, err := s.settleOrder(ctx, first.orderOf, false)
			w.count(first.orderOf, step, err)
			if step.again {
				w.ask(ctx, s, first.orderOf)
			}
			return err
		}, 0
	case w.restart:
		w.restart = false
		return func(ctx context.Context) error { s.indexLost(ctx); return nil }, 0
	}
	w.running = false
	w.cancel()
	return nil, 0
}

// fail drops the orders and counters, and returns whether the run goes on.
func (w *settler) fail() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failed, w.orders, w.counts = time.Now(), nil, nil
	if w.hidden && !w.closed {
		return true
	}
	w.running = false
	w.cancel()
	return false
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
