package durable

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// retry is how often Lock asks whether another process has finished.
const retry = 5 * time.Millisecond

// Lock waits until it holds the lock of that name, which keeps out other processes and other holders in
// this one, and gives what releases it. The lock is a file of its own, never one that Write replaces; it
// stays, empty, when the lock is released. When ctx ends first, the error is the context's.
func Lock(ctx context.Context, path string) (release func(), err error) {
	leave, err := enter(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("cannot lock %s, which is held: %w", path, err)
	}
	lock := flock.New(path, flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, retry); err != nil {
		leave()
		return nil, fmt.Errorf("cannot lock %s, which another program may hold: %w", path, err)
	}
	return func() { _ = lock.Close(); leave() }, nil
}

// TryLock is Lock that does not wait: held is false when another holds it.
func TryLock(path string) (release func(), held bool, err error) {
	lock := flock.New(path, flock.SetPermissions(0o600))
	held, err = lock.TryLock()
	if err != nil || !held {
		return nil, false, err
	}
	return func() { _ = lock.Close() }, true, nil
}

// queues are the holders and waiters of this process, by the lock's path. They wake each other, which
// the system does not do: it can only be asked again and again.
var queues = struct {
	sync.Mutex
	byPath map[string]*queue
}{byPath: map[string]*queue{}}

type queue struct {
	turn    chan struct{} // holds a token while nobody has the turn
	waiting int           // and holding
}

// enter waits for this process's turn at a lock.
func enter(ctx context.Context, path string) (leave func(), err error) {
	queues.Lock()
	q := queues.byPath[path]
	if q == nil {
		q = &queue{turn: make(chan struct{}, 1)}
		q.turn <- struct{}{}
		queues.byPath[path] = q
	}
	q.waiting++
	queues.Unlock()
	select {
	case <-q.turn:
		return func() { q.turn <- struct{}{}; q.left(path) }, nil
	case <-ctx.Done():
		q.left(path)
		return nil, ctx.Err()
	}
}

// left forgets a queue with its last.
func (q *queue) left(path string) {
	queues.Lock()
	defer queues.Unlock()
	if q.waiting--; q.waiting == 0 {
		delete(queues.byPath, path)
	}
}
