package plans

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"plotline/graph"
	"plotline/graph/workspacedir"
	"plotline/internal/fault"
	"plotline/internal/records"
	"plotline/internal/sharing"
)

// summary is what lists and background work need to know of a plan before they read it.
type summary struct {
	task      Task
	status    Status
	created   int64
	settledAt int64      // see settledAt
	undoneAt  graph.Time // 0: not undone
	foreign   bool       // another program made it, and no decision was stored
	misplaced bool       // it belongs to another workspace than its folder
	chain     chainName
}

func newSummary(p *Plan, inside string) summary {
	sum := summary{
		task: p.Task, status: p.Status, created: created(p), settledAt: settledAt(p), foreign: p.Workspace == "",
		misplaced: workspacedir.Of(p.owner(), kind) != inside, chain: chainOf(p),
	}
	if p.UndoneAt != nil {
		sum.undoneAt = *p.UndoneAt
	}
	return sum
}

// is reports whether a plan has a kind and a status. Empty values match all.
func (s summary) is(task Task, status Status) bool {
	return (task == "" || s.task == task) && (status == "" || s.status == status || status == Undone && s.undoneAt != 0)
}

// summarised is the summary of a plan with its id and the size of its file.
type summarised = records.Summary[summary]

// all returns the summaries of a workspace's plans that match, oldest first. It ignores a plan in the folder of another
// workspace.
func (f *planFolder) all(ctx context.Context, match func(s summary) bool) ([]summarised, error) {
	plans, err := f.plans.All(ctx, func(string) bool { return true })
	if err != nil {
		return nil, err
	}
	plans = slices.DeleteFunc(plans, func(p summarised) bool { return p.Of.misplaced || !match(p.Of) })
	slices.SortFunc(plans, func(a, b summarised) int {
		return cmp.Or(cmp.Compare(a.Of.created, b.Of.created), cmp.Compare(a.ID, b.ID))
	})
	return plans, nil
}

// HasPlans reports whether a workspace has a plan that can be read, decided or not.
func (s *Service) HasPlans(ctx context.Context, workspace string) bool {
	found, err := s.shelves.of(workspace).all(ctx, func(summary) bool { return true })
	return err == nil && len(found) > 0
}

const (
	// maxOpen limits the plans of a workspace that wait for a decision.
	maxOpen = 1000
	// openBytes limits their files, in bytes.
	openBytes = 8 << 20
	// checkEvery is after how many bytes of new entries a plan is counted again.
	checkEvery = 4 << 10
	// listBytes limits the files of the plans in one list, in bytes. Those that wait for a decision always fit.
	listBytes = openBytes + maxOpen*checkEvery
	// decoded is how many times the bytes of its file a plan with its problems needs in memory.
	decoded = 4
)

// matching returns the plans of a workspace with a kind and a status; empty values match all. It reads them when there is
// memory for all of them.
func (s *Service) matching(ctx context.Context, workspace string, task Task, status Status) ([]Plan, error) {
	shelf := s.shelves.of(workspace)
	found, err := shelf.all(ctx, func(s summary) bool { return s.is(task, status) })
	if err != nil {
		return nil, err
	}
	bytes := bytesOf(found)
	if bytes > listBytes {
		return nil, fault.Newf(fault.TooLarge, "the %d plans have %d kB with their entries, and a list may have %d kB; "+
			"select fewer by task and status, or list the decided plans without their entries: GET /api/v1/plans/decided",
			len(found), bytes>>10, listBytes>>10)
	}
	if err := sharing.Reserve(ctx, workspace, decoded*bytes); err != nil {
		return nil, err
	}
	plans := make([]Plan, 0, len(found))
	for _, one := range found {
		err := shelf.Visit(ctx, one.ID, func(p *Plan) {
			if newSummary(p, "").is(task, status) { // it may have changed
				plans = append(plans, p.forList())
			}
		})
		if err != nil && !errors.Is(err, records.ErrNone) {
			return nil, err
		}
	}
	return plans, nil
}

// forList returns a copy of a plan without what lists do not show.
func (p *Plan) forList() Plan {
	c := *p
	c.review, c.foreign, c.text, c.texted = review{}, nil, nil, 0
	return c
}

func bytesOf(plans []summarised) (sum int64) {
	for _, p := range plans {
		sum += p.Bytes
	}
	return sum
}

// create stores a new plan, unless too many plans of its workspace wait for a decision.
func (s *Service) create(ctx context.Context, p *Plan) error {
	shelf := s.shelves.of(p.owner())
	release, err := shelf.Lock(ctx, "open")
	if err != nil && !errors.Is(err, records.ErrNone) { // without a folder there are no plans
		return err
	}
	if err == nil {
		defer release()
	}
	if err := s.checkRoom(ctx, p.owner(), 1, p.bytes()); err != nil {
		return err
	}
	return shelf.Create(p)
}

// checkRoom returns an error if the plans of a workspace that wait for a decision would be too many or too large with so
// many more plans and bytes.
func (s *Service) checkRoom(ctx context.Context, workspace string, plans int, bytes int64) error {
	open, err := s.shelves.of(workspace).all(ctx, func(s summary) bool { return s.status == Pending })
	if err != nil {
		return err
	}
	if held := bytesOf(open); len(open)+plans > maxOpen || held+bytes > openBytes {
		return fault.Newf(fault.TooLarge, "%d plans of this workspace wait for a decision, with %d kB; the limit is %d plans or %d kB. "+
			"Reject or complete some of them first, also those that were begun and not ended", len(open), held>>10, maxOpen, openBytes>>10)
	}
	return nil
}

// bytes returns about how many bytes the entries of a new plan need in its file.
func (p *Plan) bytes() (sum int64) {
	for _, e := range p.Files {
		sum += e.bytes()
	}
	for i, path := range p.review.Unrecognised {
		sum += int64(len(path) + len(p.review.Reasons[i]))
	}
	for _, u := range p.review.Uncertain {
		sum += Entry{Path: u.Path}.bytes() + int64(len(u.Why))
	}
	return sum
}

// bytes returns about how many bytes an entry needs in the file of a plan.
func (e Entry) bytes() int64 {
	const names = 40 // the names of its fields, and its numbers
	return int64(names + len(e.Path) + len(e.From) + len(e.To))
}
