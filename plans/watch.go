package plans

import (
	"context"
	"fmt"
	"sync"

	"plotline/graph"
	"plotline/graph/records"
)

// Change tells what happened to a plan, whoever did it, in whatever process.
type Change struct {
	Plan  *Plan
	Ready bool   // it became reviewable
	File  string // where its file is
}

// Owner is the workspace whose plan it is.
func (c Change) Owner() string { return c.Plan.owner() }

// seen is what was known of a plan when its file was read last.
type seen struct {
	state string
	ready bool
}

func (p *Plan) seen() seen { return seen{state: p.state(), ready: p.ReadyAt != nil} }

// Watch tells of every change of status of any plan of any workspace, until ctx ends. What was there before
// is not told. It may tell of several workspaces at once.
func (s *Service) Watch(ctx context.Context, tell func(Change)) {
	w := watcher{known: map[string]seen{}}
	records.WatchAll(ctx, func() []*records.Folder[Plan] { return s.everyShelf(ctx) },
		func(f *records.Folder[Plan], id string, p *Plan) { w.note(f.Path(id), p.seen()) },
		func(f *records.Folder[Plan], id string, p *Plan) {
			now := p.seen()
			before := w.note(f.Path(id), now)
			if now.state != before.state && s.shelves.of(p.owner()) == f {
				tell(Change{Plan: p, Ready: now.ready && !before.ready && p.Status == Pending, File: f.Path(id)})
			}
		})
}

// watcher remembers what it has seen.
type watcher struct {
	mu    sync.Mutex
	known map[string]seen // by file
}

// note remembers what a plan is now, and gives what it was before.
func (w *watcher) note(file string, now seen) (before seen) {
	w.mu.Lock()
	defer w.mu.Unlock()
	before = w.known[file]
	w.known[file] = now
	return before
}

// state is what a change is told for. Entries that come to a plan are none: an agent may add thousands.
func (p *Plan) state() string {
	times := make([]graph.Time, 3)
	for i, at := range []*graph.Time{p.ReadyAt, p.AppliedAt, p.UndoneAt} {
		if at != nil {
			times[i] = *at
		}
	}
	return fmt.Sprint(p.Status, times)
}
