// Package turns lets few callers work at once on what takes much of a processor or of memory.
//
// Turns are places: each key has one caller in the common queue, so a key with many callers delays another
// key by one call. A Pool counts units such as bytes, has a form that does not wait, and serves callers of all
// keys in the order in which they came. One type for both would need both kinds of queue.
package turns

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"plotline/graph/fault"
)

// Turns gives each key a number of places, and all keys together another number. So the callers of one
// key wait for each other, and those of another key wait for few of them. Callers who wait are served in
// the order in which they came. The zero value has no place: use New or PerKey.
type Turns struct {
	places  chan struct{} // nil where only the keys have a bound
	each    int
	waiting atomic.Int64

	mu   sync.Mutex
	keys map[string]*key
}

// key is the places of one key, and how many callers hold or want one.
type key struct {
	places chan struct{}
	users  int
}

// New makes n places, at least one, of which each key has one at a time.
func New(n int) *Turns {
	t := PerKey(1)
	t.places = make(chan struct{}, max(1, n))
	return t
}

// PerKey gives each key n places, at least one, whatever other keys hold.
func PerKey(n int) *Turns { return &Turns{each: max(1, n), keys: map[string]*key{}} }

// Waiting counts the callers that wait for a place.
func (t *Turns) Waiting() int { return int(t.waiting.Load()) }

// Take waits for a place. The caller gives it back by calling leave once. When ctx ends first, the error
// is the context's.
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

// TakeFor is Take for a call of a user. When its time is used up while it waits, its error says what other
// calls it waited for, and what to do.
func (t *Turns) TakeFor(ctx context.Context, name, what, advice string) (leave func(), err error) {
	if err := ctx.Err(); err != nil { // the time was used up before
		return nil, err
	}
	leave, err = t.Take(ctx, name)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, fault.Newf(fault.RateLimited, "other %s took all the time of this call; %s", what, advice).Because(err)
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
	case place <- struct{}{}: // most find one free
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

// part forgets a key that nobody uses any more.
func (t *Turns) part(name string, k *key) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if k.users--; k.users == 0 {
		delete(t.keys, name)
	}
}
