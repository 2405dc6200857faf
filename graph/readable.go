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

// check returns an error if the workspace has moved away, or has not arrived.
func (r *readable) check(ctx context.Context, store Store, ws string) error {
	now := time.Now()
	r.mu.Lock()
	known := now.Before(r.until[ws])
	r.mu.Unlock()
	if known {
		return nil
	}
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
