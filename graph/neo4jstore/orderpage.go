package neo4jstore

import (
	"context"

	"plotline/graph"
)

// OrderPage returns nil, because this store keeps no order.
func (s *Store) OrderPage(ctx context.Context, _ string, _ graph.OrderQuery) (*graph.OrderPage, error) {
	if s.closed.Load() {
		return nil, closed()
	}
	if err := ctx.Err(); err != nil {
		return nil, s.translate(ctx, reads, err)
	}
	return nil, nil //nolint:nilnil // it keeps none, which is no failure
}
