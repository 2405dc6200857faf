package plans

import (
	"context"
	"fmt"
	"sync"

	"plotline/graph"
	"plotline/internal/records"
)

// Change is a change of a plan by any process.
type Change struct {
	Plan  *Plan
	Ready bool   // the plan became ready for review
	File  string // path of the plan's file
}

// Owner returns the workspace of the plan.
func (c Change) Owner() string { return c.Plan.owner() }

// seen is the state of a plan when its file was last read.
type seen struct {
	state string
	ready bool
}

func (p *Plan) seen() seen { return seen{state: p.state(), ready: p.ReadyAt != nil} }

// Watch calls notify when a plan of any workspace is begun, ended, edited, decided, applied or undone, or gets new paths,
// until ctx ends. It does not report what existed before. It does not report removed files either: Plotline itself removes
// no plan, it only moves one into the folder of its workspace. It may call notify concurrently for several workspaces.
func (s *Service) Watch(ctx context.Context, notify func(Change)) {
	w := watcher{known: map[string]seen{}}
	records.WatchAll(ctx, func() []*records.Folder[Plan] {
		folders := s.allPlanFolders(ctx)
		all := make([]*records.Folder[Plan], 0, len(folders))
		for _, f := range folders {
			all = append(all, f.Folder)
		}
		return all
	},
		func(f *records.Folder[Plan], id string, p *Plan) { w.swap(f.Path(id), p.seen()) },
		func(f *records.Folder[Plan], id string, p *Plan) {
			now := p.seen()
			before := w.swap(f.Path(id), now)
			if now.state != before.state && s.shelves.of(p.owner()).Folder == f {
				notify(Change{Plan: p, Ready: now.ready && !before.ready && p.Status == Pending, File: f.Path(id)})
			}
		})
}

// watcher stores the last known states.
type watcher struct {
	mu    sync.Mutex
	known map[string]seen // by file
}

// swap stores the current state of a plan and returns the previous one.
func (w *watcher) swap(file string, now seen) (before seen) {
	w.mu.Lock()
	defer w.mu.Unlock()
	before = w.known[file]
	w.known[file] = now
	return before
}

// state returns the part of a plan whose changes are reported. New entries are not, because an agent may
// add thousands.
func (p *Plan) state() string {
	times := make([]graph.Time, 4)
	for i, at := range []*graph.Time{p.ReadyAt, p.AppliedAt, p.UndoneAt, p.review.EditedAt} {
		if at != nil {
			times[i] = *at
		}
	}
	return fmt.Sprint(p.Status, times, p.review.LastRename)
}
