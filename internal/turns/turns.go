// Package turns limits how many callers work at once on tasks that need much CPU time or memory.
//
// Turns counts slots. Each key has one caller in the common queue, so a key with many callers delays another
// key by only one call. Pool counts units such as bytes, can be used without waiting, and serves the callers
// of all keys in order of arrival. A single type would need both kinds of queue.
package turns

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"plotline/internal/fault"
)

// Turns limits the callers of each key and of all keys together. The callers of one key wait for each other,
// and those of another key wait for few of them. Waiting callers are served in order of arrival. The zero
// value has no slots: use New or PerKey.
type Turns struct {
	places  chan struct{} // nil if there is no common limit
	each    int
	waiting atomic.Int64

	mu   sync.Mutex
	keys map[string]*key
}

// key holds the slots of one key, and the number of callers that hold or want one.
type key struct {
	places chan struct{}
	users  int
}

// New returns n slots, at least one, of which each key has one at a time.
func New(n int) *Turns {
	t := PerKey(1)
	t.places = make(chan struct{}, max(1, n))
	return t
}

// PerKey gives each key n slots, at least one, independent of other keys.
func PerKey(n int) *Turns { return &Turns{each: max(1, n), keys: map[string]*key{}} }

// Waiting returns the number of callers that wait for a slot.
func (t *Turns) Waiting() int { return int(t.waiting.Load()) }

// Take waits for a slot. The caller returns it by calling leave once. If ctx ends first, Take returns the
// context's error.
func (t *Turns) Take(ctx context.Context, name string) (leave func(), err error) {
	k := t.join(name)
	if err := t.enter(ctx, k.places); err != nil {
		t.part(name, k)
		return nil, err
	}
	if t.places == nil {
		return func() { t.give(name, k) }, nil
	}
	if err := t.enter(ctx, t.places); err != nil {
		t.give(name, k)
		return nil, err
	}
	return func() {
		<-t.places
		t.give(name, k)
	}, nil
}

// TakeFor is Take for a client's call. If the time limit expires while it waits, its error says which calls
// it waited for and what to do.
func (t *Turns) TakeFor(ctx context.Context, name, what, advice string) (leave func(), err error) {
	if err := ctx.Err(); err != nil { // the time limit expired earlier
		return nil, err
	}
	leave, err = t.Take(ctx, name)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, fault.Newf(fault.RateLimited, "this call waited for other %s until its time limit; %s", what, advice).Because(err)
	}
	return leave, err
}

func (t *Turns) give(name string, k *key) {
	<-k.places
	t.part(name, k)
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

func (t *Turns) join(name string) *key {
	t.mu.Lock()
	defer t.mu.Unlock()
	k := t.keys[name]
	if k == nil {
		k = &key{places: make(chan struct{}, t.each)}
		t.keys[name] = k
	}
	k.users++
	return k
}

// part forgets a key without users.
func (t *Turns) part(name string, k *key) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if k.users--; k.users == 0 {
		delete(t.keys, name)
	}
}
