package layered

import (
	"cmp"
	"slices"
)

// straighten moves the bends of long links, one link after the other. A link then runs straight from its
// start as far as possible and changes its height rarely. Boxes keep their positions, and every column its
// order.
func (n *net) straighten(w *work) {
	longest := make([]int, 0, len(n.chains))
	for i, c := range n.chains {
		if len(c.pieces) > 1 {
			longest = append(longest, i)
		}
	}
	slices.SortStableFunc(longest, func(a, b int) int {
		return cmp.Compare(len(n.chains[b].pieces), len(n.chains[a].pieces))
	})
	for range 2 {
		for _, i := range longest {
			if !w.step(2 * len(n.chains[i].pieces)) {
				return
			}
			n.straightenChain(n.chains[i].pieces)
		}
	}
	for i := range n.pieces {
		p := &n.pieces[i]
		if n.vertices[p.a].bend {
			p.ya = n.y[p.a]
		}
		if n.vertices[p.b].bend {
			p.yb = n.y[p.b]
		}
	}
}

// run is a sequence of bends that can share a height between low and high.
type run struct {
	bends     []int32
	low, high int
}

func (n *net) straightenChain(pieces []int32) {
	first, last := n.pieces[pieces[0]], n.pieces[pieces[len(pieces)-1]]
	r := run{low: first.ya, high: first.ya}
	for _, p := range pieces[:len(pieces)-1] {
		a, v := n.pieces[p].a, n.pieces[p].b
		low, high := n.rangeOf(v)
		if n.rowOf(a) != n.rowOf(v) || max(low, r.low) > min(high, r.high) {
			n.align(r)
			r = run{low: low, high: high}
		}
		r.bends = append(r.bends, v)
		r.low, r.high = max(low, r.low), min(high, r.high)
	}
	if n.rowOf(last.a) == n.rowOf(last.b) && r.low <= last.yb && last.yb <= r.high {
		r.low, r.high = last.yb, last.yb
	}
	n.align(r)
}

// align gives the bends of a run the same height, close to their previous ones.
func (n *net) align(r run) {
	if len(r.bends) == 0 {
		return
	}
	sum := 0
	for _, v := range r.bends {
		sum += n.y[v]
	}
	y := min(r.high, max(r.low, sum/len(r.bends)))
	for _, v := range r.bends {
		n.y[v] = y
	}
}

// rangeOf returns the range of heights in which a vertex can move.
func (n *net) rangeOf(v int32) (low, high int) {
	layer, i := n.layers[n.level[v]], int(n.spot[v])
	low, high = 0, n.rows[n.rowOf(v)].height
	if i > 0 {
		low = n.y[layer[i-1]] + n.distance(layer[i-1], v)
	}
	if i+1 < len(layer) {
		high = n.y[layer[i+1]] - n.distance(v, layer[i+1])
	}
	return low, high
}
