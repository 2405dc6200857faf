package neo4jstore

import (
	"context"
	"sync/atomic"
)

// gate lets calls through once an opening has succeeded. Until then one opens at a time, and those who
// come meanwhile share its result, so that a database that is away fails them all at once and not one
// after the other. An opening has more time than its callers: a database that just started needs more for
// it than a probe waits, and would begin again for each.
type gate struct {
	open    atomic.Bool
	opening shared[struct{}]
}

// pass opens the gate, waits for it, or finds it open.
func (g *gate) pass(ctx context.Context, opening func(context.Context) error) error {
	if g.open.Load() {
		return nil
	}
	_, err := g.opening.do(ctx, func(ctx context.Context) (none struct{}, err error) {
		if g.open.Load() { // since the caller looked
			return none, nil
		}
		if err = opening(ctx); err == nil {
			g.open.Store(true)
		}
		return none, err
	})
	return err
}
