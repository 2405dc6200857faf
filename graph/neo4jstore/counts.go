package neo4jstore

import (
	"context"
	"time"

	"plotline/graph"
)

// compareCount compares the counter of an order with the relationships that are there, first without the lock, so that
// writers seldom wait. If another program changed their number, the order is computed anew.
func (s *Store) compareCount(ctx context.Context, o orderOf) error {
	limited, cancel := context.WithTimeout(ctx, snapshotLimit)
	defer cancel()
	began := time.Now()
	state, err := s.OrderState(limited, o.ws, o.kind)
	differs := false
	if err == nil && state.State == graph.OrderUnknown {
		differs, err = s.countOf(limited, o)
	}
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
