package plans

import (
	"context"
	"fmt"

	"plotline/graph"
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

// Watch tells of every change of status of any plan, until ctx ends. What was there before is not told.
func (s *Service) Watch(ctx context.Context, tell func(Change)) {
	known := map[string]seen{}
	s.files.Watch(ctx,
		func(id string, p *Plan) { known[id] = p.seen() },
		func(id string, p *Plan) {
			before, now := known[id], p.seen()
			known[id] = now
			if now.state != before.state {
				tell(Change{Plan: p, Ready: now.ready && !before.ready && p.Status == Pending, File: s.file(id)})
			}
		})
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
