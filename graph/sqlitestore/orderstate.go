package sqlitestore

import (
	"context"
	"time"

	"plotline/graph"
	"plotline/internal/sharing"
)

// OrderState implements graph.Store.
func (s *Store) OrderState(ctx context.Context, ws string, t graph.Type) (graph.OrderState, error) {
	_, now, err := s.standing(ctx, ws, t)
	return now.public(), err
}

// SettleOrder implements graph.Store.
func (s *Store) SettleOrder(ctx context.Context, ws string, t graph.Type) (graph.OrderState, error) {
	o, now, err := s.standing(ctx, ws, t)
	if err != nil || now.claimed() || !now.unsettled() {
		return now.public(), err
	}
	if err := s.settleOrder(ctx, o, sharing.NewPace(0)); err != nil {
		return graph.OrderState{}, err
	}
	return s.OrderState(ctx, ws, t)
}

// OrderCounts counts for metrics what this process knows.
func (s *Store) OrderCounts() graph.OrderCounts {
	s.settler.mu.Lock()
	defer s.settler.mu.Unlock()
	return s.settler.counts
}

// standing is the stored state of an order.
type standing struct {
	state int
	until int64 // in microseconds
	notes int
}

func standingFields(s *standing) []any { return []any{&s.state, &s.until, &s.notes} }

func (q *session) standing(ctx context.Context, ordering int64) standing {
	now, _ := first(ctx, q, getOrderState, standingFields, ordering)
	return now
}

func (s *Store) standing(ctx context.Context, ws string, t graph.Type) (o order, now standing, err error) {
	now, err = read(ctx, s, func(q *session) (standing, error) {
		w, used := q.workspace(ctx, ws)
		if !used {
			return standing{}, nil
		}
		o.ordering = orderingOf(w.key, t)
		now := q.standing(ctx, o.ordering)
		o.state = now.state
		return now, nil
	})
	return o, now, err
}

// claimed reports whether a process computes the order. A claim that is further ahead than it can last does not count: the
// clock was set back.
func (s standing) claimed() bool {
	now := time.Now()
	return s.state == unknown && s.until > now.UnixMicro() && s.until <= now.Add(orderClaim).UnixMicro()
}

// unsettled reports whether there is something to settle. Without notes, a cycle is still there.
func (s standing) unsettled() bool { return s.state == unknown || s.notes > 0 }

func (s standing) public() graph.OrderState {
	state := graph.OrderState{State: graph.OrderKept, Notes: s.notes}
	switch {
	case s.state == unknown:
		state.State = graph.OrderUnknown
	case s.state == cyclic:
		state.State = graph.OrderCyclic
	case s.notes > 0:
		state.State = graph.OrderNoted
	}
	return state
}
