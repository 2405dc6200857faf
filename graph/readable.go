package graph

import (
	"context"
	"sync"
	"time"

	"plotline/internal/fault"
)

// ReadsEnd is how long reads of a workspace may begin after its state no longer admits them. A move waits as long before it
// removes what they look for.
const ReadsEnd = time.Second

// mostReadable is the number of workspaces that readable remembers. If it is full, it forgets all.
const mostReadable = 10_000

// readable remembers which workspaces admitted reads a moment ago, so that few reads ask for the state of their workspace.
// Reads at the same time share one question, because each would take a further connection.
type readable struct {
	mu     sync.Mutex
	until  map[string]time.Time
	asking map[string]*stateAsked
}

// stateAsked is a question for the state of a workspace.
type stateAsked struct {
	began time.Time
	done  chan struct{} // closed with the answer
	state Residence
	err   error
}

// check begins to ask whether the workspace admits reads, beside the read that the caller makes meanwhile. The function that
// it returns waits for the answer, and returns an error if the workspace has moved away or has not arrived.
func (r *readable) check(ctx context.Context, store Store, ws string) (admitted func() error) {
	now := time.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	if now.Before(r.until[ws]) {
		return func() error { return nil }
	}
	asked := r.asking[ws]
	if asked == nil || now.Sub(asked.began) >= ReadsEnd {
		asked = &stateAsked{began: now, done: make(chan struct{})}
		if r.asking == nil {
			r.asking = map[string]*stateAsked{}
		}
		r.asking[ws] = asked
		go r.ask(context.WithoutCancel(ctx), store, ws, asked) // other reads wait for it, too
	}
	return func() error {
		select {
		case <-asked.done:
		case <-ctx.Done():
			select {
			case <-asked.done: // the caller's time ended in the read, which has the better error
			default:
				return fault.Database(ctx.Err())
			}
		}
		if asked.err != nil {
			return asked.err
		}
		return asked.state.AdmitRead(ctx, ws)
	}
}

// ask asks for the state of a workspace, and remembers it if it admits reads of every caller.
func (r *readable) ask(ctx context.Context, store Store, ws string, asked *stateAsked) {
	defer close(asked.done)
	asked.state, asked.err = store.Residence(ctx, ws)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.asking[ws] == asked {
		delete(r.asking, ws)
	}
	if asked.err != nil || asked.state.State != Resident {
		return
	}
	if r.until == nil || len(r.until) >= mostReadable {
		r.until = map[string]time.Time{}
	}
	r.until[ws] = asked.began.Add(ReadsEnd)
}
