package neo4jstore

import (
	"context"
	"math"
	"time"

	"plotline/graph"
)

// compareCounts compares the counters of all workspaces with what is there, because their sum differs from the database's
// own count. An order that another program has changed is then computed anew. One process does this at a time.
func (s *Store) compareCounts(ctx context.Context, t graph.Type) error {
	began := time.Now()
	claimed, err := s.claimCounts(ctx, t, began.UnixMicro(), began.Add(orderClaim))
	if err != nil || !claimed {
		return err
	}
	for after := ""; ; {
		names, err := run(ctx, s, pageLocks.of(graph.Outgoing, t).with(params{
			"after": after, "limit": workspacesAtOnce,
		}), func(r *row) ([]string, error) { return column[string](r.fields, "workspaces"), nil })
		if err != nil {
			return err
		}
		if len(names) == 0 {
			break
		}
		for _, ws := range names {
			if err := s.compareCount(ctx, orderOf{ws, t}); err != nil {
				return err
			}
		}
		after = names[len(names)-1]
		if _, err := s.claimCounts(ctx, t, math.MaxInt64, time.Now().Add(orderClaim)); err != nil {
			return err
		}
	}
	_, err = s.claimCounts(ctx, t, math.MaxInt64, time.Now().Add(max(betweenCounts, restFactor*time.Since(began))))
	return err
}

// claimCounts claims the comparison until a time, if no claim lasts longer than now.
func (s *Store) claimCounts(ctx context.Context, t graph.Type, now int64, until time.Time) (bool, error) {
	return run(ctx, s, claimRecount.of(graph.Outgoing, t).with(params{
		"now": now, "until": until.UnixMicro(),
	}), func(r *row) (bool, error) { return r.yes("claimed"), nil })
}

// compareCount compares the counter of one workspace.
func (s *Store) compareCount(ctx context.Context, o orderOf) error {
	began := time.Now()
	differs, err := run(ctx, s, countType.of(graph.Outgoing, o.kind).with(params{
		"workspace": o.ws, "mark": newMark(),
	}), func(r *row) (bool, error) { return r.yes("differs"), nil })
	if differs {
		s.settler.ask(ctx, s, o)
	}
	sleep(ctx, restFactor*time.Since(began))
	return err
}
