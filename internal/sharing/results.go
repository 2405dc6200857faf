package sharing

import (
	"container/list"
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"plotline/internal/fault"
)

// patience is how long a call waits for a new result before it takes the one that was kept. Small results are ready
// by then.
const patience = 100 * time.Millisecond

// Results keeps results of type T. It is safe for concurrent use.
type Results[T any] struct {
	weigh       func(T) int64
	total, each int64

	mu         sync.Mutex
	closed     bool
	kept       map[key]*list.Element // of *result[T]
	order      list.List             // the result that was used last comes first
	bytes      int64
	bytesOf    map[string]int64 // by owner
	runs       map[key]*run[T]
	refreshing map[string]bool // owners with a run that replaces a kept result
	running    sync.WaitGroup
}

type key struct{ owner, name string }

type result[T any] struct {
	key
	mark   string
	value  T
	weight int64
}

// run is one computation. Its results are set before done is closed.
type run[T any] struct {
	mark    string
	stop    context.CancelFunc
	waiting int  // callers, if they have nothing else; guarded by the mutex
	refresh bool // it continues without callers
	done    chan struct{}
	value   T
	err     error
}

// NewResults returns an empty Results. It keeps at most total bytes, and at most each of one owner, as weigh counts them.
func NewResults[T any](weigh func(T) int64, total, each int64) *Results[T] {
	return &Results[T]{
		weigh: weigh, total: total, each: each,
		kept: map[key]*list.Element{}, bytesOf: map[string]int64{}, runs: map[key]*run[T]{}, refreshing: map[string]bool{},
	}
}

// Request asks for a result.
type Request[T any] struct {
	Owner, Name string
	// Mark identifies the state of the data. It was read before the call.
	Mark string
	// Compute computes the result. Its context keeps the values of the caller that started it. Nobody may change a
	// result afterwards.
	Compute func(ctx context.Context) (T, error)
	Limit   time.Duration // of one computation; 0 is none
}

// Get returns the result. Stale reports that it may be older than the data. The first call for a result waits until it
// is computed. Later ones wait briefly.
func (r *Results[T]) Get(ctx context.Context, q Request[T]) (value T, stale bool, err error) {
	now, old, err := r.join(ctx, q)
	switch {
	case err != nil:
		return value, false, err
	case now == nil:
		return old.value, old.mark != q.Mark, nil
	case old == nil:
		defer r.leave(key{q.Owner, q.Name}, now)
		select {
		case <-now.done:
			return now.value, now.mark != q.Mark, now.err
		case <-ctx.Done():
			return value, false, ctx.Err()
		}
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-now.done:
		if now.err == nil {
			return now.value, now.mark != q.Mark, nil
		}
	case <-timer.C:
	case <-ctx.Done():
		return value, false, ctx.Err()
	}
	return old.value, true, nil
}

// join returns the computation to wait for, if the kept result does not suffice, and the kept result.
func (r *Results[T]) join(ctx context.Context, q Request[T]) (now *run[T], old *result[T], err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, nil, fault.New(fault.Unavailable, "The server is stopping")
	}
	name := key{q.Owner, q.Name}
	if place, is := r.kept[name]; is {
		r.order.MoveToFront(place)
		old, _ = place.Value.(*result[T])
		if old.mark == q.Mark {
			return nil, old, nil
		}
	}
	if now = r.runs[name]; now == nil {
		if old != nil && r.refreshing[q.Owner] {
			return nil, old, nil
		}
		now = r.start(ctx, q, name, old != nil)
	}
	if old == nil {
		now.waiting++
	}
	return now, old, nil
}

func (r *Results[T]) start(ctx context.Context, q Request[T], name key, refresh bool) *run[T] {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	now := &run[T]{mark: q.Mark, stop: stop, refresh: refresh, done: make(chan struct{})}
	r.runs[name] = now
	if refresh {
		r.refreshing[q.Owner] = true
	}
	r.running.Go(func() {
		defer stop()
		value, err := compute(ctx, q)
		r.end(name, now, value, err)
	})
	return now
}

func compute[T any](ctx context.Context, q Request[T]) (value T, err error) {
	if q.Limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, q.Limit)
		defer cancel()
	}
	defer func() {
		if p := recover(); p != nil { // nobody may wait for it, and it must not end the program
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return q.Compute(ctx)
}

func (r *Results[T]) end(name key, now *run[T], value T, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.runs[name] == now {
		delete(r.runs, name)
	}
	if now.refresh {
		delete(r.refreshing, name.owner)
	}
	if err == nil {
		r.keep(&result[T]{name, now.mark, value, r.weigh(value)})
	}
	now.value, now.err = value, err
	close(now.done)
}

// leave ends a computation that nobody waits for any more.
func (r *Results[T]) leave(name key, now *run[T]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now.waiting--; now.waiting > 0 || now.refresh {
		return
	}
	if r.runs[name] == now {
		delete(r.runs, name)
	}
	now.stop()
}

// keep stores a result, and drops those that were not used for longest while there are too many.
func (r *Results[T]) keep(kept *result[T]) {
	if place, is := r.kept[kept.key]; is {
		r.drop(place)
	}
	if kept.weight > r.each {
		return
	}
	r.kept[kept.key] = r.order.PushFront(kept)
	r.add(kept.owner, kept.weight)
	var next *list.Element
	for place := r.order.Back(); place != nil && (r.bytes > r.total || r.bytesOf[kept.owner] > r.each); place = next {
		next = place.Prev()
		if oldest, _ := place.Value.(*result[T]); r.bytes > r.total || oldest.owner == kept.owner {
			r.drop(place)
		}
	}
}

func (r *Results[T]) drop(place *list.Element) {
	old, _ := r.order.Remove(place).(*result[T])
	delete(r.kept, old.key)
	r.add(old.owner, -old.weight)
}

func (r *Results[T]) add(owner string, bytes int64) {
	r.bytes += bytes
	if r.bytesOf[owner] += bytes; r.bytesOf[owner] == 0 {
		delete(r.bytesOf, owner)
	}
}

// Close ends all computations and waits for them. Later calls fail.
func (r *Results[T]) Close() {
	r.mu.Lock()
	r.closed = true
	for _, now := range r.runs {
		now.stop()
	}
	r.mu.Unlock()
	r.running.Wait()
}
