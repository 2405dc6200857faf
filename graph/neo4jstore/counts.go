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
	for after, more := "", true; more; {
		if after, more, err = s.compareSome(ctx, t, after); err != nil {
			return err
		}
		if _, err := s.claimCounts(ctx, t, math.MaxInt64, time.Now().Add(orderClaim)); err != nil {
			return err
		}
	}
	_, err = s.claimCounts(ctx, t, math.MaxInt64, time.Now().Add(betweenCounts))
	return err
}

// compareSome compares the counters of some workspaces. It reports the last of them, and whether there may be more.
func (s *Store) compareSome(ctx context.Context, t graph.Type, after string) (last string, more bool, err error) {
	began := time.Now()
	limited, cancel := context.WithTimeout(ctx, snapshotLimit)
	defer cancel()
	var suspects []string
	last, err = run(limited, s, findDiffering.of(graph.Outgoing, t).with(params{
		"after": after, "limit": workspacesAtOnce,
	}), func(r *row) (string, error) {
		suspects = column[string](r.fields, "differing")
		return r.str("last"), nil
	})
	s.settler.pace.Worked(time.Since(began))
	s.settler.pace.Rest(ctx)
	for _, ws := range suspects {
		if err == nil {
			err = s.compareCount(ctx, orderOf{ws, t})
		}
	}
	return last, last != "", err
}

// claimCounts claims the comparison until a time, if no claim lasts longer than now.
func (s *Store) claimCounts(ctx context.Context, t graph.Type, now int64, until time.Time) (bool, error) {
	return run(ctx, s, claimRecount.of(graph.Outgoing, t).with(params{
		"now": now, "until": until.UnixMicro(),
	}), func(r *row) (bool, error) { return r.yes("claimed"), nil })
}

// compareCount compares the counter of one workspace under the lock.
func (s *Store) compareCount(ctx context.Context, o orderOf) error {
	began := time.Now()
	differs, err := s.countOf(ctx, o)
	if differs {
		s.settler.ask(ctx, s, o)
	}
	s.settler.pace.Worked(time.Since(began))
	s.settler.pace.Rest(ctx)
	return err
}

// countOf makes the counter of one workspace right, and reports whether it differed.
func (s *Store) countOf(ctx context.Context, o orderOf) (differs bool, err error) {
	return run(ctx, s, countType.of(graph.Outgoing, o.kind).with(params{
		"workspace": o.ws, "mark": newMark(),
	}), func(r *row) (bool, error) { return !r.empty && r.yes("differs"), nil })
}
