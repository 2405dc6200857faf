package plans

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"plotline/graph"
	"plotline/internal/audit"
	"plotline/internal/records"
	"plotline/internal/usecase"
	"plotline/media"
)

// ListDecidedInput selects decided plans.
type ListDecidedInput struct {
	Status Status `json:"status,omitempty" enum:"completed,rejected,undone" doc:"Default: all. undone: renames that were taken back"`
	Limit  int    `json:"limit,omitempty" minimum:"1" maximum:"1000" default:"50"`
}

// ListDecidedOutput lists decided plans without their entries, newest decision first.
type ListDecidedOutput struct {
	Plans []DecidedPlan `json:"plans"`
	Total int           `json:"total" doc:"How many there are, also beyond the limit"`
}

// DecidedPlan is a decided plan without its entries.
type DecidedPlan struct {
	ID              string      `json:"id" format:"uuid"`
	Task            Task        `json:"task"`
	Status          Status      `json:"status"`
	MediaFolderPath media.Path  `json:"mediaFolderPath"`
	FileCount       int         `json:"fileCount" doc:"Number of entries, without those left out"`
	DecidedAt       *graph.Time `json:"decidedAt,omitempty" doc:"When it was last decided or undone"`
	DecidedBy       string      `json:"decidedBy,omitempty" doc:"Who last decided or undid it, if known"`
	UndoneAt        *graph.Time `json:"undoneAt,omitempty"`
	Reason          string      `json:"reason,omitempty"`
	CanUndo         bool        `json:"canUndo" doc:"Whether it was applied and not undone, and a recognition has not changed since"`
}

// ListDecided lists the plans that were completed, rejected or undone.
func (s *Service) ListDecided(ctx context.Context, by audit.Caller, in ListDecidedInput) (ListDecidedOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opDecided, in, func(ctx context.Context, _ *usecase.Note) (ListDecidedOutput, error) {
		shelf := s.shelves.of(by.Workspace)
		plans, err := shelf.all(ctx, func(s summary) bool { return s.status != Pending && s.is("", in.Status) })
		if err != nil {
			return ListDecidedOutput{}, err
		}
		slices.SortStableFunc(plans, func(a, b summarised) int { return cmp.Compare(b.Of.settledAt, a.Of.settledAt) })
		out := ListDecidedOutput{Plans: []DecidedPlan{}, Total: len(plans)}
		for _, one := range plans[:min(len(plans), in.Limit)] {
			err := shelf.Visit(ctx, one.ID, func(p *Plan) { out.Plans = append(out.Plans, s.summaryOf(ctx, p)) })
			if err != nil && !errors.Is(err, records.ErrNone) {
				return ListDecidedOutput{}, err
			}
		}
		return out, nil
	})
}

// settledAt returns when a plan was decided or undone. Plans of other programs may not have that time.
func settledAt(p *Plan) int64 {
	for _, at := range []*graph.Time{p.UndoneAt, p.review.DecidedAt} {
		if at != nil {
			return int64(*at)
		}
	}
	return created(p)
}

func (s *Service) summaryOf(ctx context.Context, p *Plan) DecidedPlan {
	d := DecidedPlan{
		ID: p.ID, Task: p.Task, Status: p.Status, MediaFolderPath: p.MediaFolderPath,
		FileCount: len(p.Files) - len(p.Excluded), DecidedAt: p.CreatedAt, UndoneAt: p.UndoneAt, Reason: p.Reason,
		CanUndo: p.AppliedAt != nil && p.UndoneAt == nil && (p.Task == Rename || s.known(ctx, p).CanTakeBack(p.ID)),
	}
	if n := len(p.review.History); n > 0 {
		d.DecidedBy = p.review.History[n-1].By
	}
	if at := settledAt(p); at != 0 {
		d.DecidedAt = new(graph.Time(at))
	}
	return d
}
