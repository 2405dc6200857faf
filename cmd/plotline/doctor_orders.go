package main

import (
	"context"
	"fmt"
	"time"

	"plotline/graph"
	"plotline/internal/pause"
)

// betweenOrderSteps is how long doctor waits after a step that did nothing, because another process computes the order.
const betweenOrderSteps = 50 * time.Millisecond

// orders reports how the store stands with each topological order of the workspace. With --repair it settles them first.
func (c *doctorCommand) orders(ctx context.Context, s *settings, p *program) []finding {
	var all []finding
	for _, t := range graph.Types() {
		if !t.Ordering() {
			continue
		}
		f := finding{Check: "order by " + string(t), State: well}
		state, err := c.orderState(ctx, s, p, t)
		if err != nil {
			f.State, f.Found, f.Advice = bad, "unknown", storeAdvice(err)
		} else {
			f = describeOrder(f, t, state)
		}
		all = append(all, f)
	}
	return all
}

func (c *doctorCommand) orderState(ctx context.Context, s *settings, p *program, t graph.Type) (graph.OrderState, error) {
	state, err := withTimeout(ctx, s.Timeout, func(ctx context.Context) (graph.OrderState, error) {
		return p.store.OrderState(ctx, s.Workspace, t)
	})
	for c.Repair && err == nil && state.State != graph.OrderKept {
		before := state
		state, err = withTimeout(ctx, s.Timeout, func(ctx context.Context) (graph.OrderState, error) {
			return p.store.SettleOrder(ctx, s.Workspace, t)
		})
		if state.Final() {
			break
		}
		if err == nil && state == before && !pause.For(ctx, betweenOrderSteps) {
			err = ctx.Err()
		}
	}
	return state, err
}

func describeOrder(f finding, t graph.Type, state graph.OrderState) finding {
	const settled = "pages are computed until serve or mcp settles it; to do it at once, run: plotline doctor --repair"
	switch state.State {
	case graph.OrderKept:
		f.Found = "kept"
	case graph.OrderNoted:
		f.State, f.Found, f.Advice = note, fmt.Sprintf("being settled, %s left", countNoun(state.Notes, "note")), settled
	case graph.OrderUnknown:
		f.State, f.Found, f.Advice = note, "to be computed", settled
	case graph.OrderCyclic:
		f.State, f.Found = note, "not kept: there is a cycle"
		f.Advice = fmt.Sprintf("another program wrote it; to see it, run: plotline graph order --type %s; then remove one of its relationships", t)
	}
	return f
}
