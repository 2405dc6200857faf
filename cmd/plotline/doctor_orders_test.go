package main

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"plotline/graph"
)

// claimedOrders is a store whose orders another process computes without end.
type claimedOrders struct{ database }

func (claimedOrders) OrderState(context.Context, string, graph.Type) (graph.OrderState, error) {
	return graph.OrderState{State: graph.OrderUnknown}, nil
}

func (s claimedOrders) SettleOrder(ctx context.Context, ws string, t graph.Type) (graph.OrderState, error) {
	return s.OrderState(ctx, ws, t)
}

// TestRepairEnds checks that doctor does not wait for ever for an order that another process computes, and says so.
func TestRepairEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &doctorCommand{Repair: true}
		began := time.Now()
		all := c.orders(t.Context(), &settings{Timeout: time.Second}, &program{store: claimedOrders{}})
		if took := time.Since(began); took > 2*mostOrderWait+time.Second {
			t.Errorf("two orders took %s", took)
		}
		for _, f := range all {
			if f.State != note || !strings.Contains(f.Advice, "did not end within 2m0s; run the command again later") {
				t.Errorf("%+v", f)
			}
		}
	})
}
