package scenes

import (
	"cmp"
	"sync"

	"plotline/internal/fault"
)

const (
	// DefaultDrafts is how many calls of one workspace may wait for the model at once, unless Config sets a limit.
	DefaultDrafts = 64
	// requestBytes limits the prompts and images of one workspace's calls that wait for the model, in bytes.
	requestBytes = 16 << 20
	// share multiplies the limits of one workspace into the limits of all workspaces together.
	share = 2
)

// admission limits the calls that wait for a model and the bytes of their requests. The limits apply to each
// workspace, so that none can block the others, and to all workspaces together.
type admission struct {
	drafts int // the limit of one workspace

	mu  sync.Mutex // guards by and all
	by  map[string]usage
	all usage
}

// usage is what the waiting calls occupy.
type usage struct{ drafts, bytes int }

func newAdmission(drafts int) *admission {
	return &admission{drafts: cmp.Or(drafts, DefaultDrafts), by: map[string]usage{}}
}

// admit counts a call and the bytes of its request until done is called. Its errors have the code rate_limited.
func (a *admission) admit(workspace string, bytes int) (done func(), err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch own := a.by[workspace]; {
	case own.drafts >= a.drafts:
		return nil, fault.Newf(fault.RateLimited,
			"%d calls of this workspace are already waiting for the model, which is the limit; call again when some of them are done, or ask the operator to raise --max-drafts", own.drafts)
	case own.bytes > 0 && own.bytes+bytes > requestBytes:
		return nil, fault.Newf(fault.RateLimited,
			"the prompts and images of this workspace that wait for the model have %d kB, and may have %d kB; call again when some of the calls are done",
			own.bytes>>10, requestBytes>>10)
	case a.all.drafts >= share*a.drafts:
		return nil, fault.Newf(fault.RateLimited, "%d calls are already waiting for the model; call again when some of them are done", a.all.drafts)
	case a.all.bytes > 0 && a.all.bytes+bytes > share*requestBytes:
		return nil, fault.Newf(fault.RateLimited,
			"the prompts and images that wait for the model have %d kB, and may have %d kB; call again when some of the calls are done",
			a.all.bytes>>10, share*requestBytes>>10)
	}
	a.add(workspace, 1, bytes)
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.add(workspace, -1, -bytes)
	}, nil
}

func (a *admission) add(workspace string, drafts, bytes int) {
	own := a.by[workspace]
	own.drafts, own.bytes = own.drafts+drafts, own.bytes+bytes
	a.all.drafts, a.all.bytes = a.all.drafts+drafts, a.all.bytes+bytes
	if a.by[workspace] = own; own.drafts == 0 {
		delete(a.by, workspace)
	}
}
