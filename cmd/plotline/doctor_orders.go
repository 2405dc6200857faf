package main

import (
	"context"
	"fmt"
	"time"

	"plotline/graph"
	"plotline/internal/pause"
)

const (
	// betweenOrderSteps is how long doctor waits after a step that did nothing, because another process computes the order.
	betweenOrderSteps = 50 * time.Millisecond
	// mostOrderWait is how long doctor waits for that process.
	mostOrderWait = 2 * time.Minute
)

// orders reports how the store stands with each topological order of the workspace. With --repair it settles them first,
// and gives up when steps have changed nothing for a while.
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
			f = c.describeOrder(f, t, state)
		}
		all = append(all, f)
	}
	return all
}

func (c *doctorCommand) orderState(ctx context.Context, s *settings, p *program, t graph.Type) (graph.OrderState, error) {
	state, err := withTimeout(ctx, s.Timeout, func(ctx context.Context) (graph.OrderState, error) {
		return p.store.OrderState(ctx, s.Workspace, t)
	})
	changed := time.Now()
	for c.Repair && err == nil && state.State != graph.OrderKept && time.Since(changed) < mostOrderWait {
		before := state
		state, err = withTimeout(ctx, s.Timeout, func(ctx context.Context) (graph.OrderState, error) {
			return p.store.SettleOrder(ctx, s.Workspace, t)
		})
		if state.Final() {
			break
		}
		if state != before {
			changed = time.Now()
		} else if err == nil && !pause.For(ctx, betweenOrderSteps) {
			err = ctx.Err()
		}
	}
	return state, err
}

func (c *doctorCommand) describeOrder(f finding, t graph.Type, state graph.OrderState) finding {
	settled := "pages are computed until serve or mcp settles it; to do it at once, run: plotline doctor --repair"
	if c.Repair {
		settled = fmt.Sprintf("another process computes it, and did not end within %s; run the command again later", mostOrderWait)
	}
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
