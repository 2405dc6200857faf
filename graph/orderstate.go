package graph

import "context"

// OrderStore reports on the orders that a store keeps (see OrderPage), and settles them on request.
type OrderStore interface {
	// OrderState reports how the store stands with an order of a workspace. It changes nothing. An unused workspace has
	// kept orders.
	OrderState(ctx context.Context, ws string, t Type) (OrderState, error)

	// SettleOrder does one step to keep an order, and returns its state after that. Call it until the order is kept or
	// cyclic. A step may take several transactions, between which writers get their turn. While another process computes
	// the order, a step does nothing.
	SettleOrder(ctx context.Context, ws string, t Type) (OrderState, error)
}

// OrderState is the state of an order. Notes counts the episodes whose level may be wrong.
type OrderState struct {
	State OrderStanding
	Notes int
}

// OrderStanding is how a store stands with an order.
type OrderStanding string

// The standings of an order.
const (
	OrderKept    OrderStanding = "kept"
	OrderNoted   OrderStanding = "noted"   // the levels of some episodes, and of those after them, may be wrong
	OrderUnknown OrderStanding = "unknown" // all levels are to be computed
	OrderCyclic  OrderStanding = "cyclic"  // another program wrote a cycle
)

// Final reports whether further steps change nothing.
func (s OrderState) Final() bool { return s.State == OrderKept || s.State == OrderCyclic }

// OrderCounts counts what a process knows of the orders that a store keeps, for metrics.
type OrderCounts struct {
	Unsettled     int // orders that were not kept when the process looked last
	Steps, Failed int64
}
