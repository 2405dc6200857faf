package graph

import (
	"context"
	"sync"
	"time"
)

// ReadsEnd is how long reads of a workspace may begin after its state no longer admits them. A move waits as long before it
// removes what they look for.
const ReadsEnd = time.Second

// mostReadable is the number of workspaces that readable remembers. If it is full, it forgets all.
const mostReadable = 10_000

// readable remembers which workspaces admitted reads a moment ago, so that few reads ask for the state of their workspace.
type readable struct {
	mu    sync.Mutex
	until map[string]time.Time
}

// check begins to ask whether the workspace admits reads, beside the read that the caller makes meanwhile. The function that
// it returns waits for the answer, and returns an error if the workspace has moved away or has not arrived.
func (r *readable) check(ctx context.Context, store Store, ws string) (admitted func() error) {
	now := time.Now()
	r.mu.Lock()
	known := now.Before(r.until[ws])
	r.mu.Unlock()
	if known {
		return func() error { return nil }
	}
	answer := make(chan error, 1)
	go func() { answer <- r.ask(ctx, store, ws, now) }()
	return func() error { return <-answer }
}

// ask asks for the state of a workspace, and remembers it if it admits reads.
func (r *readable) ask(ctx context.Context, store Store, ws string, now time.Time) error {
	state, err := store.Residence(ctx, ws)
	if err == nil {
		err = state.AdmitRead(ctx, ws)
	}
	if err != nil || state.State != Resident { // the answer for another state depends on the caller
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.until == nil || len(r.until) >= mostReadable {
		r.until = map[string]time.Time{}
	}
	r.until[ws] = now.Add(ReadsEnd)
	return nil
}
