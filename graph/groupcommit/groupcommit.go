// Package groupcommit combines calls that wait for the same lock into one transaction, as databases do with
// their logs. Calls that arrive while a transaction is running are committed together by the next one, or they join
// the running one, if its commit allows that. No call waits just to form a group, so a single call takes no longer than
// without the package.
package groupcommit

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// ErrApart reports that one of several items made the Commit fail and that nothing was stored. Each item is
// then committed alone.
var ErrApart = errors.New("groupcommit: commit them one by one")

// Commit stores items in one transaction, as if one after the other, and returns the result of each. An error
// applies to all of them. It may stop after the first ones, and return their results only. At least one it must store.
// The others are committed next.
type Commit[K comparable, In, Out any] func(ctx context.Context, key K, items []In) ([]Out, error)

// Open is a Commit whose transaction can be joined while it runs. more returns the items that wait at that moment, at most
// as many as the group may still have. Open may call it, again and again, until it commits. It stores those items after
// the earlier ones, and their results follow.
type Open[K comparable, In, Out any] func(ctx context.Context, key K, items []In, more func() []In) ([]Out, error)

// Groups batches calls that wait for the same lock. Calls with different keys never share a commit.
type Groups[K comparable, In, Out any] struct {
	most   int
	commit Open[K, In, Out]

	mu     sync.Mutex
	queues map[K]*queue[In, Out] // of the keys that are being served
}

// queue holds the calls of one key.
type queue[In, Out any] struct {
	waiting []*member[In, Out] // in order of arrival
	arrived chan struct{}      // holds a value if a call may have arrived since the last look
}

// New returns Groups that commit at most most items together.
func New[K comparable, In, Out any](most int, commit Commit[K, In, Out]) *Groups[K, In, Out] {
	return NewOpen(most, func(ctx context.Context, key K, items []In, _ func() []In) ([]Out, error) {
		return commit(ctx, key, items)
	})
}

// NewOpen returns Groups that commit at most most items together, including those that join.
func NewOpen[K comparable, In, Out any](most int, commit Open[K, In, Out]) *Groups[K, In, Out] {
	return &Groups[K, In, Out]{most: most, commit: commit, queues: map[K]*queue[In, Out]{}}
}

// member is one call. Its results are set before answered is closed.
type member[In, Out any] struct {
	ctx      context.Context //nolint:containedctx // each caller brings its own
	item     In
	answered chan struct{}
	out      Out
	err      error
	panicked any
}

// Do commits one item, possibly together with others, and returns its result. If ctx ends, Do returns the
// context's error at once. The item is then left out if its commit has not started, otherwise it may still be
// stored. The other items of the commit are not affected.
func (g *Groups[K, In, Out]) Do(ctx context.Context, key K, item In) (Out, error) {
	m := &member[In, Out]{ctx: ctx, item: item, answered: make(chan struct{})}
	g.join(key, m)
	select {
	case <-m.answered:
		if m.panicked != nil {
			panic(m.panicked) // in the caller's goroutine, where it can be recovered
		}
		return m.out, m.err
	case <-ctx.Done():
		var none Out
		return none, ctx.Err()
	}
}

func (g *Groups[K, In, Out]) join(key K, m *member[In, Out]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	q := g.queues[key]
	if q == nil {
		q = &queue[In, Out]{arrived: make(chan struct{}, 1)}
		g.queues[key] = q
		go g.serve(key, q)
	}
	q.waiting = append(q.waiting, m)
	select {
	case q.arrived <- struct{}{}:
	default:
	}
}

// linger is how long a goroutine waits for the next call. A new one would have to let its stack grow step by step, which
// takes a twelfth of the processor's time of a small write.
const linger = 100 * time.Millisecond

// serve commits one group after the other until no call has arrived for a while.
func (g *Groups[K, In, Out]) serve(key K, q *queue[In, Out]) {
	end := time.NewTimer(linger)
	defer end.Stop()
	for {
		if group := g.take(key, g.most); len(group) > 0 {
			g.together(key, group)
			continue
		}
		end.Reset(linger)
		select {
		case <-q.arrived:
		case <-end.C:
			if g.leave(key) {
				return
			}
		}
	}
}

// leave ends the service of a key, unless a call waits.
func (g *Groups[K, In, Out]) leave(key K) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.queues[key].waiting) > 0 {
		return false
	}
	delete(g.queues, key)
	return true
}

// take removes at most n of the waiting calls of a key that is being served, in order, and all cancelled ones. It returns
// the others.
func (g *Groups[K, In, Out]) take(key K, n int) []*member[In, Out] {
	g.mu.Lock()
	defer g.mu.Unlock()
	q := g.queues[key]
	waiting := slices.DeleteFunc(q.waiting, (*member[In, Out]).left)
	n = min(n, len(waiting))
	q.waiting = slices.Clone(waiting[n:])
	return waiting[:n]
}

// Waiting returns the number of calls that wait for a commit, without the group that is being committed.
func (g *Groups[K, In, Out]) Waiting(key K) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	if q := g.queues[key]; q != nil {
		return len(q.waiting)
	}
	return 0
}

func (m *member[In, Out]) left() bool { return m.ctx.Err() != nil }

// together commits a group and answers its calls.
func (g *Groups[K, In, Out]) together(key K, group []*member[In, Out]) {
	ctx, stop := shared(group)
	defer stop()
	first := len(group)
	outs, panicked, err := g.guarded(ctx, key, itemsOf(group), func() []In {
		late := g.take(key, g.most-len(group))
		group = slices.Concat(group, late)
		return itemsOf(late)
	})
	if len(group) > 1 && errors.Is(err, ErrApart) {
		g.apart(key, group)
		return
	}
	committed := group
	switch {
	case err == nil && panicked == nil:
		committed = group[:len(outs)]
	case err != nil && ctx.Err() != nil: // ctx belongs to the first ones; those who joined have their turn now
		committed = group[:first]
	}
	for i, m := range committed {
		m.err, m.panicked = err, panicked
		if err == nil && panicked == nil {
			m.out = outs[i]
		}
		close(m.answered)
	}
	if rest := slices.DeleteFunc(slices.Clone(group[len(committed):]), (*member[In, Out]).left); len(rest) > 0 {
		g.together(key, rest)
	}
}

func itemsOf[In, Out any](group []*member[In, Out]) []In {
	items := make([]In, len(group))
	for i, m := range group {
		items[i] = m.item
	}
	return items
}

func (g *Groups[K, In, Out]) apart(key K, group []*member[In, Out]) {
	for i, m := range group {
		if !m.left() {
			g.together(key, group[i:i+1])
		}
	}
}

// guarded catches a panic for the callers, because no one could recover it in this goroutine.
func (g *Groups[K, In, Out]) guarded(
	ctx context.Context, key K, items []In, more func() []In,
) (outs []Out, panicked any, err error) {
	defer func() { panicked = recover() }()
	outs, err = g.commit(ctx, key, items, more)
	return outs, nil, err
}
