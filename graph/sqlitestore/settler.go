package sqlitestore

import (
	"context"
	"slices"
	"sync"
	"time"

	"plotline/graph"
	"plotline/graph/worklist"
	"plotline/internal/sharing"
)

// settler settles in the background the levels that a write had no time for, or that another program made invalid, and
// removes what a deletion left hidden. It runs only while there is something to do.
type settler struct {
	mu      sync.Mutex
	running bool
	closed  bool
	again   bool               // a caller asked while it was running
	failed  time.Time          // when it last failed
	cancel  context.CancelFunc // of the run
	done    sync.WaitGroup
	counts  graph.OrderCounts
	last    int64 // the key of the order that it settled last
}

// The bounds of the settler.
const (
	// restFactor is how long it rests after work, as a multiple of the work's time, so that writers take precedence.
	restFactor = 3
	// afterFailure is how long it does nothing after a failure: the file may be read-only.
	afterFailure = time.Minute
	// orderClaim is how long a claim to compute an order lasts, if it is not renewed.
	orderClaim = 30 * time.Second
	// betweenCyclic is the least time between two computations of an order that has a cycle.
	betweenCyclic = 10 * time.Second
	// levelsAtOnce is how many levels a transaction writes.
	levelsAtOnce = 5_000
)

// wake starts the settler, unless it is running.
func (w *settler) wake(s *Store) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.again = w.running; w.running || w.closed || time.Since(w.failed) < afterFailure {
		return
	}
	w.running = true
	ctx, cancel := context.WithCancel(context.Background())
	w.cancel = cancel
	w.done.Go(func() { w.run(ctx, s) })
}

func (w *settler) run(ctx context.Context, s *Store) {
	for w.goesOn(s.settleSome(ctx)) {
	}
}

// goesOn reports whether there may be more to do.
func (w *settler) goesOn(did bool, err error) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil {
		w.failed = time.Now()
	}
	if err == nil && (did || w.again) && !w.closed {
		w.again = false
		return true
	}
	w.running = false
	w.cancel()
	return false
}

func (w *settler) sawUnsettled(orders int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.counts.Unsettled = orders
}

// count counts a step.
func (w *settler) count(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.counts.Steps++
	if err != nil {
		w.counts.Failed++
	}
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

// order is an order of a workspace that is not kept.
type order struct {
	ordering int64 // its key
	state    int
}

// orderingOf returns the key of an order.
func orderingOf(workspace int64, t graph.Type) int64 { return 2*workspace + int64(typeNumber(t)) }

func (o order) workspace() int64 { return o.ordering / 2 }

func (o order) kind() graph.Type { return orderingTypes[o.ordering%2] }

// The states of orders that are not kept, as they are stored.
const (
	noted   = 0 // some levels may be wrong: no row
	unknown = 1 // all levels are to be computed
	cyclic  = 2
)

// settleSome removes some hidden relationships, and does one step for any order. It reports whether there was something to
// do.
func (s *Store) settleSome(ctx context.Context) (did bool, err error) {
	began := time.Now()
	var hidden, found bool
	o, err := read(ctx, s, func(q *session) (o order, err error) {
		hidden = q.number(ctx, findDeleted) != 0
		o, found = first(ctx, q, findUnsettled, orderFields, began.UnixMicro(), s.settler.last, began.Add(orderClaim).UnixMicro())
		s.settler.sawUnsettled(int(q.number(ctx, countUnsettled)))
		return o, nil
	})
	if err == nil && hidden {
		did, err = s.removeSome(ctx)
		s.pace.Worked(time.Since(began))
		s.pace.Rest(ctx)
	}
	switch {
	case err != nil:
		s.settler.count(err)
		return false, err
	case !found:
		return did, nil
	}
	s.settler.last = o.ordering // only this run reads it
	return true, s.settleOrder(ctx, o, s.pace)
}

// settleOrder does one step for an order, and rests after it, but not between a computation of all levels and the notes
// that writers left meanwhile: they are few, and without them the order is kept.
func (s *Store) settleOrder(ctx context.Context, o order, pace *sharing.Pace) (err error) {
	defer func() { s.settler.count(err) }()
	began, token := time.Now(), string(graph.NewID())
	compute, err := write(ctx, s, func(q *session) (bool, error) { return q.settleNotes(ctx, o, token), nil })
	pace.Worked(time.Since(began))
	if err == nil && compute {
		return s.computeOrder(ctx, o, token, pace)
	}
	pace.Rest(ctx)
	return err
}

func orderFields(o *order) []any { return []any{&o.ordering, &o.state} }

// settleNotes settles the episodes that have notes. If that is not possible, or too much, it claims the order, which is
// then to be computed as a whole.
func (q *session) settleNotes(ctx context.Context, o order, token string) (compute bool) {
	if again := q.standing(ctx, o.ordering); again.state != o.state || again.claimed() || !again.unsettled() {
		return false
	}
	keys := all(ctx, q, pageNotes, func(key *int64) []any { return []any{key} }, o.ordering, q.settled+1)
	if o.state != noted || len(keys) > q.settled {
		q.claimOrder(ctx, o, token)
		q.exec(ctx, clearNotes, o.ordering)
		return true
	}
	levels := newLevels(q, o.workspace(), o.kind(), true)
	levels.load(ctx, keys...)
	work := worklist.New(levels, int(q.number(ctx, countByKey, o.workspace())))
	for _, key := range keys {
		work.Compute(key)
	}
	work.Settle(ctx, q.left)
	if work.Cyclic() {
		q.claimOrder(ctx, o, token)
		q.exec(ctx, clearNotes, o.ordering)
		return true
	}
	levels.store(ctx)
	q.exec(ctx, clearNotes, o.ordering) // there are no others: keys are all of them
	q.exec(ctx, insertNotes, o.ordering, list(work.Keys()))
	return false
}

func (q *session) claimOrder(ctx context.Context, o order, token string) {
	q.exec(ctx, putOrderState, o.ordering, unknown, token, time.Now().Add(orderClaim).UnixMicro())
}

// computeOrder computes the levels of all episodes from a snapshot, and writes them in small transactions. Writers leave
// notes in the meantime, which are settled after that. It ends early if another process has claimed the order. It rests
// at pace after each transaction.
func (s *Store) computeOrder(ctx context.Context, o order, token string, pace *sharing.Pace) error {
	began := time.Now()
	wrong, hasCycle, err := s.wrongLevels(ctx, o)
	if err != nil {
		return err
	}
	snapshot := time.Since(began)
	defer func() { pace.Worked(snapshot) }() // a rest before the levels are written would leave more notes
	for some := range slices.Chunk(wrong, levelsAtOnce) {
		began := time.Now()
		held, err := write(ctx, s, func(q *session) (bool, error) { return q.putLevels(ctx, o, token, some), nil })
		if err != nil || !held {
			return err
		}
		pace.Worked(time.Since(began))
		pace.Rest(ctx)
	}
	return change(ctx, s, func(q *session) error {
		switch {
		case !q.holdsOrder(ctx, o, token):
		case hasCycle:
			q.exec(ctx, putOrderState, o.ordering, cyclic, "", time.Now().Add(betweenCyclic).UnixMicro())
		default:
			q.exec(ctx, deleteOrderState, o.ordering)
		}
		return nil
	})
}

// levelRow is the level of an episode, -1 for none.
type levelRow struct {
	key, serial int64
	level       int
}

// wrongLevels returns the episodes whose level is to be written, with the right one. If there is a cycle it returns
// none.
func (s *Store) wrongLevels(ctx context.Context, o order) (wrong []levelRow, hasCycle bool, err error) {
	var rows []levelRow
	edges, err := read(ctx, s, func(q *session) ([][2]int32, error) {
		rows = all(ctx, q, levelRows, func(r *levelRow) []any { return []any{&r.key, &r.serial, &r.level} }, o.workspace(), typeNumber(o.kind()))
		place := make(map[int64]int32, len(rows))
		for i, row := range rows {
			place[row.key] = int32(i)
		}
		pairs := all(ctx, q, wholeType, pairFields, o.workspace(), typeNumber(o.kind()))
		edges := make([][2]int32, len(pairs))
		for i, pair := range pairs {
			edges[i] = [2]int32{place[pair[0]], place[pair[1]]}
		}
		return edges, nil
	})
	if err != nil {
		return nil, false, err
	}
	right, ok := graph.Levels(len(rows), edges)
	if !ok {
		return nil, true, nil
	}
	for i, row := range rows {
		if row.level != right[i] {
			wrong = append(wrong, levelRow{row.key, row.serial, right[i]})
		}
	}
	return wrong, false, nil
}

func (q *session) holdsOrder(ctx context.Context, o order, token string) bool {
	held, _ := first(ctx, q, getOrderToken, func(held *string) []any { return []any{held} }, o.ordering)
	return held == token
}

// putLevels writes levels, and renews the claim. It reports false if the claim is no longer held. A key may be that of
// another episode by now, so the serial number is compared.
func (q *session) putLevels(ctx context.Context, o order, token string, rows []levelRow) bool {
	if !q.holdsOrder(ctx, o, token) {
		return false
	}
	keys, entries := make([]int64, len(rows)), make([][3]int64, len(rows))
	for i, row := range rows {
		keys[i], entries[i] = row.key, [3]int64{row.key, int64(row.level), row.serial}
	}
	q.exec(ctx, restoreOrders, list(keys))
	q.setLevels(ctx, o.kind(), list(entries))
	q.claimOrder(ctx, o, token)
	return true
}
