// Package groupcommit combines calls that wait for the same lock into one transaction, as databases do with
// their logs. Calls that arrive while a transaction is running are committed together by the next one. No
// call waits just to form a group, so a single call takes no longer than without the package.
package groupcommit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"plotline/internal/fault"
)

// ErrApart reports that one of several items made the Commit fail and that nothing was stored. Each item is
// then committed alone.
var ErrApart = errors.New("groupcommit: commit them one by one")

// Commit stores items in one transaction, as if one after the other, and returns the result of each. An error
// applies to all of them. It may stop after the first ones, and return their results only. At least one it must store.
// The others are committed next.
type Commit[K comparable, In, Out any] func(ctx context.Context, key K, items []In) ([]Out, error)

// Groups batches calls that wait for the same lock. Calls with different keys never share a commit.
type Groups[K comparable, In, Out any] struct {
	most   int
	commit Commit[K, In, Out]
	lanes  []func(In) string // none if items do not take turns
	each   int

	mu      sync.Mutex
	waiting map[K][]*member[In, Out] // in order of arrival; contains a key while it is being served
}

// New returns Groups that commit at most most items together.
func New[K comparable, In, Out any](most int, commit Commit[K, In, Out]) *Groups[K, In, Out] {
	return &Groups[K, In, Out]{most: most, commit: commit, waiting: map[K][]*member[In, Out]{}}
}

// InTurns makes the lanes of items take turns. An item has one lane of each kind, such as its credential and its
// workspace. While items of several lanes of a kind wait, a commit has at most each items of one lane of that kind, and
// begins with those that are first in all their lanes.
func (g *Groups[K, In, Out]) InTurns(each int, lanes ...func(In) string) *Groups[K, In, Out] {
	g.lanes, g.each = lanes, each
	return g
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
// stored, and the error wraps fault.ErrOutcomeUnknown too. The other items of the commit are not affected.
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
		if g.withdraw(key, m) {
			return none, ctx.Err()
		}
		return none, fmt.Errorf("%w: %w", ctx.Err(), fault.ErrOutcomeUnknown)
	}
}

// withdraw removes a call that waits. It reports false if the commit of the call has started.
func (g *Groups[K, In, Out]) withdraw(key K, m *member[In, Out]) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.waiting[key], m)
	if i >= 0 {
		g.waiting[key] = slices.Delete(g.waiting[key], i, i+1)
	}
	return i >= 0
}

func (g *Groups[K, In, Out]) join(key K, m *member[In, Out]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	waiting, served := g.waiting[key]
	g.waiting[key] = append(waiting, m)
	if !served {
		go g.serve(key)
	}
}

// serve commits one group after the other until no call waits.
func (g *Groups[K, In, Out]) serve(key K) {
	for group := g.next(key); len(group) > 0; group = g.next(key) {
		g.together(key, group)
	}
}

// next removes the next group from the waiting calls, without cancelled calls.
func (g *Groups[K, In, Out]) next(key K) []*member[In, Out] {
	g.mu.Lock()
	defer g.mu.Unlock()
	waiting := slices.DeleteFunc(g.waiting[key], (*member[In, Out]).left)
	if len(waiting) == 0 {
		delete(g.waiting, key)
		return nil
	}
	group, rest := g.chosen(waiting)
	g.waiting[key] = rest
	return group
}

// chosen splits waiting calls into the next group and the others, which keep their order.
func (g *Groups[K, In, Out]) chosen(waiting []*member[In, Out]) (group, rest []*member[In, Out]) {
	turns := g.turns(waiting)
	if turns == nil {
		n := min(len(waiting), g.most)
		return waiting[:n], slices.Clone(waiting[n:])
	}
	taken := make([]bool, len(waiting))
	for turn := range g.each {
		for i, m := range waiting {
			if turns[i] == turn && len(group) < g.most {
				group, taken[i] = append(group, m), true
			}
		}
	}
	for i, m := range waiting {
		if !taken[i] {
			rest = append(rest, m)
		}
	}
	return group, rest
}

// turns returns how many calls of its lanes wait before each call, or nil if there is one lane of each kind.
func (g *Groups[K, In, Out]) turns(waiting []*member[In, Out]) []int {
	if len(waiting) == 1 {
		return nil
	}
	turns, several := make([]int, len(waiting)), false
	for _, lane := range g.lanes {
		before, next := map[string]int{}, slices.Clone(turns)
		for i, m := range waiting {
			if turns[i] < g.each { // the others are not in this group, so no call waits for them
				name := lane(m.item)
				next[i] = max(turns[i], before[name])
				before[name]++
			}
		}
		if len(before) > 1 {
			turns, several = next, true
		}
	}
	if !several {
		return nil
	}
	return turns
}

// Waiting returns the number of calls that wait for a commit, without the group that is being committed.
func (g *Groups[K, In, Out]) Waiting(key K) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.waiting[key])
}

func (m *member[In, Out]) left() bool { return m.ctx.Err() != nil }

// together commits a group and answers its calls.
func (g *Groups[K, In, Out]) together(key K, group []*member[In, Out]) {
	ctx, stop := shared(group)
	defer stop()
	items := make([]In, len(group))
	for i, m := range group {
		items[i] = m.item
	}
	outs, panicked, err := g.guarded(ctx, key, items)
	if len(group) > 1 && errors.Is(err, ErrApart) {
		g.apart(key, group)
		return
	}
	committed := group
	if err == nil && panicked == nil {
		committed = group[:len(outs)]
	}
	for i, m := range committed {
		m.err, m.panicked = err, panicked
		if err == nil && panicked == nil {
			m.out = outs[i]
		}
		close(m.answered)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting[key] = slices.Concat(group[len(committed):], g.waiting[key])
}

func (g *Groups[K, In, Out]) apart(key K, group []*member[In, Out]) {
	for i, m := range group {
		if !m.left() {
			g.together(key, group[i:i+1])
		}
	}
}

// guarded catches a panic for the callers, because no one could recover it in this goroutine.
func (g *Groups[K, In, Out]) guarded(ctx context.Context, key K, items []In) (outs []Out, panicked any, err error) {
	defer func() { panicked = recover() }()
	outs, err = g.commit(ctx, key, items)
	return outs, nil, err
}
