package layered

import "context"

const (
	// maxBends bounds the bends of all links. Links that would need more are drawn as one curve behind the
	// nodes, the longest first.
	maxBends = 12_000
	// orderSteps bounds the work on crossings. The best order found until then is taken.
	orderSteps = 6_000_000
	// lookEvery is how many steps pass between two looks at the context.
	lookEvery = 1 << 12
)

// work counts steps, and looks now and then whether the caller still waits.
type work struct {
	ctx   context.Context //nolint:containedctx // it lives as long as one call of Place
	steps int
	seen  int
	err   error
	bends int // how many the component at hand may have
	order int // how many steps its crossings may take
}

// share gives a component its part of the bounds, by its edges.
func (w *work) share(edges, all int) {
	w.bends, w.order = maxBends*edges/all, orderSteps*edges/all
}

// step counts n steps. It reports false when the work must end.
func (w *work) step(n int) bool {
	w.steps += n
	if w.err == nil && w.steps-w.seen >= lookEvery {
		w.seen = w.steps
		w.err = w.ctx.Err()
	}
	return w.err == nil
}
