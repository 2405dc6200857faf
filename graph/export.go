package graph

import (
	"context"
	"strings"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// ExportSink receives an export. If it returns an error, the export ends with that error.
type ExportSink interface {
	Episode(e NewEpisode) error
	Relationship(r Relationship) error
}

// Exported counts what an export delivered.
type Exported struct {
	Episodes      int `json:"episodes"`
	Relationships int `json:"relationships"`
}

// Export passes every episode to the sink by serial number, then every relationship by id. This order is
// stable, and new items come last. Export holds one page in memory, and two numbers for every gap between
// serial numbers. Writes during the export may or may not be included, but a relationship is never included
// without both its episodes. The time limit applies to each page.
func (s *Service) Export(ctx context.Context, by audit.Caller, sink ExportSink) (Exported, error) {
	return usecase.Do(ctx, s.runner, by, opExport, struct{}{}, func(ctx context.Context, _ *usecase.Note) (Exported, error) {
		x := &export{service: s, ws: by.Workspace, sink: sink}
		err := x.run(ctx)
		return x.done, err
	})
}

type export struct {
	service *Service
	ws      string
	sink    ExportSink
	done    Exported
	total   int
	numbers numbers

	leftOut int      // elements that cannot be read
	left    []string // what to say of the first
}

func (x *export) run(ctx context.Context) error {
	extent, err := limited(ctx, x.service, func(ctx context.Context) (Extent, error) {
		return x.service.store.Extent(ctx, x.ws)
	})
	if err != nil {
		return err
	}
	x.total = extent.Episodes + extent.Relationships
	if err := x.episodes(ctx, extent.LastNumber); err != nil {
		return err
	}
	if err := x.relationships(ctx, extent.LastRelationship); err != nil {
		return err
	}
	if len(x.left) == 0 {
		return x.checkFound(ctx, extent)
	}
	return fault.Newf(fault.Conflict, "the export is incomplete; elements that are not in it: %d; the first: %s", x.leftOut, strings.Join(x.left, "; "))
}

// checkFound returns an error if the export is empty, though the workspace has episodes. A backup of nothing could replace a
// good one.
func (x *export) checkFound(ctx context.Context, was Extent) error {
	if x.done.Episodes > 0 || was.Episodes == 0 {
		return nil
	}
	now, err := limited(ctx, x.service, func(ctx context.Context) (Extent, error) { return x.service.store.Extent(ctx, x.ws) })
	if err != nil || now.Episodes == 0 { // all were deleted meanwhile
		return err
	}
	return fault.Newf(fault.Conflict, "the export has none of the episodes of the workspace (%d), because another program has "+
		"written their numbers; set each property id to a whole number", now.Episodes)
}

// unreadable counts an element that cannot be exported, and keeps the first few for the report.
func (x *export) unreadable(err error) {
	x.leftOut++
	if len(x.left) < mostNamed {
		x.left = append(x.left, fault.From(err).Details)
	}
}

// mostNamed is how many elements an export names that it has left out.
const mostNamed = 10

// limited applies the time limit of other calls to one page.
func limited[T any](ctx context.Context, s *Service, read func(context.Context) (T, error)) (T, error) {
	if s.runner.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.runner.Timeout)
		defer cancel()
	}
	return read(ctx)
}

// A page should hold about pageBytes, and at most pageItems.
const (
	pageItems = 1000
	pageBytes = 4 << 20
)

func (x *export) episodes(ctx context.Context, last int64) error {
	page := Page[int64]{UpTo: last, Limit: 50} // the size of episodes is not known yet
	// The first page is read in any case: it also has what has no number.
	for page.After == 0 || page.After < page.UpTo {
		list, err := limited(ctx, x.service, func(ctx context.Context) ([]NewEpisode, error) {
			return x.service.store.EpisodePage(ctx, x.ws, page)
		})
		if err != nil || len(list) == 0 {
			return err
		}
		bytes := 1
		for _, e := range list {
			if e.Unreadable != nil {
				x.unreadable(e.Unreadable)
				continue
			}
			bytes += len(e.Query) + len(e.Reflection) + len(e.Metadata)
			x.numbers.add(e.ID)
			if err := x.sink.Episode(e); err != nil {
				return err
			}
			x.done.Episodes++
		}
		x.report(ctx)
		page.After = max(list[len(list)-1].ID, page.After+1) // a number that cannot be read is 0
		page.Limit = max(10, min(pageItems, len(list)*(pageBytes/bytes+1)))
	}
	return nil
}

func (x *export) relationships(ctx context.Context, last ID) error {
	// A relationship may have 64 KiB of metadata, but few have that much.
	page := Page[ID]{UpTo: last, Limit: pageItems}
	for page.After == "" || page.After < page.UpTo {
		list, err := limited(ctx, x.service, func(ctx context.Context) ([]NumberedRelationship, error) {
			return x.service.store.RelationshipPage(ctx, x.ws, page)
		})
		if err != nil || len(list) == 0 {
			return err
		}
		for _, r := range list {
			if r.Unreadable != nil {
				x.unreadable(r.Unreadable)
				continue
			}
			if !x.numbers.has(r.FromNumber) || !x.numbers.has(r.ToNumber) {
				continue // written during the export
			}
			if err := x.sink.Relationship(r.Relationship); err != nil {
				return err
			}
			x.done.Relationships++
		}
		x.report(ctx)
		if page.After = list[len(list)-1].ID; page.After == "" {
			return nil // they all have no id
		}
	}
	return nil
}

func (x *export) report(ctx context.Context) {
	done := x.done.Episodes + x.done.Relationships
	usecase.Report(ctx, done, max(done, x.total), "lines")
}
