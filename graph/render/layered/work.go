package layered

import "context"

const (
	// maxBends bounds the bends of all links. The longest links above the limit are drawn as one curve behind
	// the nodes.
	maxBends = 12_000
	// orderSteps bounds the work of reducing crossings. The best order found until then is used.
	orderSteps = 6_000_000
	// lookEvery is the number of steps between two checks of the context.
	lookEvery = 1 << 12
)

// work counts steps and periodically checks the context.
type work struct {
	ctx   context.Context //nolint:containedctx // it lives as long as one call of Place
	steps int
	seen  int
	err   error
	bends int // bends that the current component may still have
	order int // steps that its crossings may take
}

// share sets a component's part of the bounds, by its number of edges.
func (w *work) share(edges, all int) {
	w.bends, w.order = maxBends*edges/all, orderSteps*edges/all
}

// step counts n steps. It returns false if the work must end.
func (w *work) step(n int) bool {
	w.steps += n
	if w.err == nil && w.steps-w.seen >= lookEvery {
		w.seen = w.steps
		w.err = w.ctx.Err()
	}
	return w.err == nil
}
