package vectorindex

import (
	"cmp"
	"math"
	"slices"
)

// best keeps the n nearest of the matches that it is offered. It sorts only now and then, and rejects at once a match
// that is too far.
type best struct {
	n     int
	floor float64
	held  []Match
}

func newBest(n int) *best { return &best{n: n, floor: math.Inf(-1)} }

func (b *best) offer(m Match) {
	if m.Cosine <= b.floor {
		return
	}
	b.held = append(b.held, m)
	if len(b.held) >= 2*b.n+64 {
		b.cut()
	}
}

func (b *best) cut() {
	slices.SortFunc(b.held, func(a, c Match) int {
		return cmp.Or(cmp.Compare(c.Cosine, a.Cosine), cmp.Compare(c.Seq, a.Seq))
	})
	if len(b.held) >= b.n {
		b.held = b.held[:b.n]
	}
	if b.n > 0 && len(b.held) == b.n {
		b.floor = b.held[b.n-1].Cosine
	}
}

func (b *best) list() []Match {
	b.cut()
	return b.held
}
