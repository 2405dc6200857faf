package durable

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// retry is the interval at which Lock checks whether another process has released the lock.
const retry = 5 * time.Millisecond

// Lock waits until it holds the named lock against other processes and other callers in this process, and
// returns a function that releases it. The lock is a separate file, never one that Write replaces, and stays
// as an empty file. If ctx ends first, the error wraps the context's.
func Lock(ctx context.Context, path string) (release func(), err error) {
	leave, err := enter(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("cannot lock %s: another process holds it: %w", path, err)
	}
	lock := flock.New(path, flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, retry); err != nil {
		leave()
		return nil, unlockable(path, err)
	}
	return func() { _ = lock.Close(); leave() }, nil
}

// unlockable returns the error for a lock that was not taken.
func unlockable(path string, err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("cannot write %s; check the owner and the permissions of its folder: %w", path, fs.ErrPermission)
	}
	return fmt.Errorf("cannot lock %s, which another program may hold: %w", path, err)
}

// Locked calls work under the lock of a path, as Lock takes it. It makes the folder if it is missing.
func Locked(ctx context.Context, path string, work func() error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	release, err := Lock(ctx, path)
	if err != nil {
		return err
	}
	defer release()
	return work()
}

// LockShared is Lock for callers that may hold the lock together, but not while another caller holds it by Lock.
func LockShared(ctx context.Context, path string) (release func(), err error) {
	lock := flock.New(path, flock.SetPermissions(0o600))
	if _, err := lock.TryRLockContext(ctx, retry); err != nil {
		return nil, unlockable(path, err)
	}
	return func() { _ = lock.Close() }, nil
}

// TryLock is Lock without waiting: held is false if another caller or process holds it.
func TryLock(path string) (release func(), held bool, err error) {
	lock := flock.New(path, flock.SetPermissions(0o600))
	held, err = lock.TryLock()
	if err != nil || !held {
		return nil, false, err
	}
	return func() { _ = lock.Close() }, true, nil
}

// queues holds the owners and waiters in this process, by path. They wake each other, while a lock of another
// process can only be polled.
var queues = struct {
	sync.Mutex
	byPath map[string]*queue
}{byPath: map[string]*queue{}}

type queue struct {
	turn    chan struct{} // contains a token while the lock is free
	waiting int           // including the owner
}

// enter waits for a caller's turn within this process.
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

// left forgets a queue without callers.
func (q *queue) left(path string) {
	queues.Lock()
	defer queues.Unlock()
	if q.waiting--; q.waiting == 0 {
		delete(queues.byPath, path)
	}
}
