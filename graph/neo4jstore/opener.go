package neo4jstore

import (
	"context"
	"sync/atomic"
)

// opener lets calls through once an opening has succeeded. One opening runs at a time, and callers that arrive
// meanwhile share its result. An unreachable database therefore fails them all at once. The opening continues when
// its callers give up. A database that just started needs more time than a probe waits, and would otherwise start
// again for each.
type opener struct {
	open    atomic.Bool
	opening shared[struct{}]
}

// ensureOpen runs opening, waits for one that runs already, or returns at once after a success.
func (g *opener) ensureOpen(ctx context.Context, opening func(context.Context) error) error {
	if g.open.Load() {
		return nil
	}
	_, err := g.opening.do(ctx, func(ctx context.Context) (none struct{}, err error) {
		if g.open.Load() { // opened since the check above
			return none, nil
		}
		if err = opening(ctx); err == nil {
			g.open.Store(true)
		}
		return none, err
	})
	return err
}
