// Package groupcommit lets callers who would wait for the same lock share one transaction, as
// databases do with their logs: while one transaction is under way, those who come meanwhile gather,
// and the next one takes them all. Nobody waits in order to be gathered, so that a caller who is
// alone is as fast as without.
package groupcommit

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// ErrApart is what a Commit of several items gives when one of them spoilt it for the others and
// nothing was stored: each is then committed alone.
var ErrApart = errors.New("groupcommit: commit them one by one")

// Commit stores items in one transaction, as if one after the other, and gives the outcome of each.
// An error is that of all of them.
type Commit[K comparable, In, Out any] func(ctx context.Context, key K, items []In) ([]Out, error)

// Groups gathers callers, who keep apart by a key: that of the lock.
type Groups[K comparable, In, Out any] struct {
	most   int
	commit Commit[K, In, Out]

	mu      sync.Mutex
	waiting map[K][]*member[In, Out] // first come first; a key is there while somebody serves it
}

// New gathers at most so many callers for one commit.
func New[K comparable, In, Out any](most int, commit Commit[K, In, Out]) *Groups[K, In, Out] {
	return &Groups[K, In, Out]{most: most, commit: commit, waiting: map[K][]*member[In, Out]{}}
}

// member is a caller. What it gets is set before answered is closed.
type member[In, Out any] struct {
	ctx      context.Context //nolint:containedctx // each caller brings its own
	item     In
	answered chan struct{}
	out      Out
	err      error
	panicked any
}

// Do commits one item, perhaps with those of others, and gives its outcome. A caller whose context
// ends gets the context's error at once: where it still waited its item is left out, else the item may
// be stored all the same. Others who are committed with it do not notice.
func (g *Groups[K, In, Out]) Do(ctx context.Context, key K, item In) (Out, error) {
	m := &member[In, Out]{ctx: ctx, item: item, answered: make(chan struct{})}
	g.join(key, m)
	select {
	case <-m.answered:
		if m.panicked != nil {
			panic(m.panicked) // where its caller expects it
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
	waiting, served := g.waiting[key]
	g.waiting[key] = append(waiting, m)
	if !served {
		go g.serve(key)
	}
}

// serve commits group after group until nobody waits.
func (g *Groups[K, In, Out]) serve(key K) {
	for group := g.next(key); len(group) > 0; group = g.next(key) {
		g.together(key, group)
	}
}

// next takes from those who wait, without those who have left.
func (g *Groups[K, In, Out]) next(key K) []*member[In, Out] {
	g.mu.Lock()
	defer g.mu.Unlock()
	waiting := slices.DeleteFunc(g.waiting[key], (*member[In, Out]).left)
	if len(waiting) == 0 {
		delete(g.waiting, key)
		return nil
	}
	n := min(len(waiting), g.most)
	g.waiting[key] = slices.Clone(waiting[n:])
	return waiting[:n]
}

// Waiting counts those who wait for a commit, beside the group that is committed just now.
func (g *Groups[K, In, Out]) Waiting(key K) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.waiting[key])
}

func (m *member[In, Out]) left() bool { return m.ctx.Err() != nil }

// together commits a group and answers its members.
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
	for i, m := range group {
		m.err, m.panicked = err, panicked
		if err == nil && panicked == nil {
			m.out = outs[i]
		}
		close(m.answered)
	}
}

func (g *Groups[K, In, Out]) apart(key K, group []*member[In, Out]) {
	for i, m := range group {
		if !m.left() {
			g.together(key, group[i:i+1])
		}
	}
}

// guarded keeps a panic for the callers: here, nobody could recover from it.
func (g *Groups[K, In, Out]) guarded(ctx context.Context, key K, items []In) (outs []Out, panicked any, err error) {
	defer func() { panicked = recover() }()
	outs, err = g.commit(ctx, key, items)
	return outs, nil, err
}
