// Package turns limits how many callers work at once on tasks that need much CPU time or memory.
//
// Turns counts slots. Each payer has one caller in the common queue, so a payer with many callers delays another
// one by only one call. Pool counts units such as bytes, can be used without waiting, and serves the callers
// of all payers in order of arrival. A single type would need both kinds of queue.
//
// A payer is a workspace, a credential or an address. A call on a workspace has two payers if its request has a
// credential: see PayersOf.
package turns

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"plotline/internal/fault"
)

// Turns limits the callers of each payer and of all payers together. The callers of one payer wait for each other,
// and those of another payer wait for few of them. Waiting callers are served in order of arrival. The zero
// value has no slots: use New or PerPayer.
type Turns struct {
	places  chan struct{} // nil if there is no common limit
	each    int
	waiting atomic.Int64

	mu     sync.Mutex
	payers map[string]*payer
}

// payer holds the slots of one payer, and the number of callers that hold or want one.
type payer struct {
	places chan struct{}
	users  int
}

// New returns n slots, at least one, of which each payer has one at a time.
func New(n int) *Turns {
	t := PerPayer(1)
	t.places = make(chan struct{}, max(1, n))
	return t
}

// PerPayer gives each payer n slots, at least one, independent of other payers.
func PerPayer(n int) *Turns { return &Turns{each: max(1, n), payers: map[string]*payer{}} }

// Waiting returns the number of callers that wait for a slot.
func (t *Turns) Waiting() int { return int(t.waiting.Load()) }

// Take waits for a slot for a call on a workspace. The caller returns it by calling leave once. If ctx ends first, Take
// returns the context's error.
func (t *Turns) Take(ctx context.Context, workspace string) (leave func(), err error) {
	var held []func()
	leave = func() {
		for _, give := range slices.Backward(held) {
			give()
		}
	}
	// The credential comes first: while a call waits for it, others of the workspace may use the workspace's slots.
	for _, name := range PayersOf(ctx, workspace) {
		p := t.join(name)
		if err := t.enter(ctx, p.places); err != nil {
			t.part(name, p)
			leave()
			return nil, err
		}
		held = append(held, func() { t.give(name, p) })
	}
	if t.places == nil {
		return leave, nil
	}
	if err := t.enter(ctx, t.places); err != nil {
		leave()
		return nil, err
	}
	held = append(held, func() { <-t.places })
	return leave, nil
}

// TakeFor is Take for a client's call. If the time limit expires while it waits, its error says which calls
// it waited for and what to do.
func (t *Turns) TakeFor(ctx context.Context, workspace, what, advice string) (leave func(), err error) {
	if err := ctx.Err(); err != nil { // the time limit expired earlier
		return nil, err
	}
	leave, err = t.Take(ctx, workspace)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, fault.Newf(fault.RateLimited, "this call waited too long for other %s; %s", what, advice).Because(err)
	}
	return leave, err
}

func (t *Turns) give(name string, p *payer) {
	<-p.places
	t.part(name, p)
}

func (t *Turns) enter(ctx context.Context, place chan struct{}) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case place <- struct{}{}: // usually one is free
		return nil
	default:
	}
	t.waiting.Add(1)
	defer t.waiting.Add(-1)
	select {
	case place <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *Turns) join(name string) *payer {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.payers[name]
	if p == nil {
		p = &payer{places: make(chan struct{}, t.each)}
		t.payers[name] = p
	}
	p.users++
	return p
}

// part forgets a payer without users.
func (t *Turns) part(name string, p *payer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if p.users--; p.users == 0 {
		delete(t.payers, name)
	}
}
