package neo4jstore

import (
	"context"

	"plotline/graph"
)

// OrderState implements graph.Store.
func (s *Store) OrderState(ctx context.Context, ws string, t graph.Type) (graph.OrderState, error) {
	return run(ctx, s, getOrder.of(graph.Outgoing, t).with(params{"workspace": ws}), decodeOrderState)
}

func decodeOrderState(r *row) (graph.OrderState, error) {
	state := graph.OrderState{State: graph.OrderUnknown, Notes: int(r.integer("notes"))}
	order, whole := r.str("order"), r.yes("levelled") && r.yes("agree")
	switch {
	case !r.yes("used"), whole && order == orderKept:
		state.State = graph.OrderKept
	case whole && order == orderCyclic:
		state.State = graph.OrderCyclic
	case whole && order == orderNoted:
		state.State = graph.OrderNoted
	}
	return state, nil
}

// SettleOrder implements graph.Store.
func (s *Store) SettleOrder(ctx context.Context, ws string, t graph.Type) (graph.OrderState, error) {
	o := orderOf{ws, t}
	_, err := s.countOf(ctx, o)
	if err == nil {
		var step orderStep
		step, err = s.settleOrder(ctx, o, true)
		s.settler.count(o, step, err)
	}
	if err != nil {
		return graph.OrderState{}, err
	}
	return s.OrderState(ctx, ws, t)
}

// OrderCounts counts for metrics what this process knows.
func (s *Store) OrderCounts() graph.OrderCounts {
	s.settler.mu.Lock()
	defer s.settler.mu.Unlock()
	counts := s.settler.counted
	counts.Unsettled = len(s.settler.unsettled)
	return counts
}
