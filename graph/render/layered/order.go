package layered

import (
	"cmp"
	"slices"
)

const (
	// sweeps is the maximum number of sweeps, patience that of consecutive sweeps without improvement.
	sweeps   = 24
	patience = 5
	// switchRounds is the maximum number of rounds in which neighbours are compared.
	switchRounds = 12
)

// order sorts the vertices of each column so that few links cross. Sweeps to the right and to the left sort
// each column by the mean position of the neighbours, and the best order is kept. This is the barycentre
// method of Sugiyama, Tagawa and Toda. Then neighbours are swapped where that helps (greedy switching, Eades
// and Kelly, "Heuristics for reducing crossings in 2-layered networks", Ars Combinatoria 21, 1986). It stops
// early when its share of steps is used up.
func (n *net) order(w *work) {
	end := w.steps + w.order
	best, fewest := n.copyLayers(), n.crossings(w)
	vain := 0
	for sweep := 0; sweep < sweeps && vain < patience && fewest > 0 && w.steps < end; sweep++ {
		n.sweep(w, sweep%2 == 0)
		if w.err != nil {
			return
		}
		vain++
		if c := n.crossings(w); c < fewest {
			best, fewest, vain = n.copyLayers(), c, 0
		}
	}
	n.layers = best
	for _, layer := range best {
		n.number(layer)
	}
	for round := 0; round < switchRounds && fewest > 0 && w.steps < end && n.switchAll(w); round++ { //nolint:revive // the work is in the condition
	}
}

func (n *net) copyLayers() [][]int32 {
	layers := make([][]int32, len(n.layers))
	for i, layer := range n.layers {
		layers[i] = slices.Clone(layer)
	}
	return layers
}

// number updates the positions of the vertices of a column.
func (n *net) number(layer []int32) {
	for i, v := range layer {
		n.spot[v] = int32(i)
	}
}

// sweep sorts every column by its left neighbours, or every column by its right ones.
func (n *net) sweep(w *work, onwards bool) {
	for i := range n.layers {
		layer := n.layers[i]
		if !onwards {
			layer = n.layers[len(n.layers)-1-i]
		}
		if !n.sortLayer(w, layer, onwards) {
			return
		}
	}
}

// sortLayer sorts a column by the mean position of the neighbours. Vertices without neighbours keep their
// position.
func (n *net) sortLayer(w *work, layer []int32, onwards bool) bool {
	type key struct {
		v    int32
		mean int
	}
	keys := make([]key, 0, len(layer))
	for _, v := range layer {
		sum, count := 0, 0
		n.eachNeighbour(v, !onwards, func(u int32) {
			sum += int(n.spot[u])
			count++
		})
		if !w.step(1 + count) {
			return false
		}
		if count > 0 {
			keys = append(keys, key{v, sum * 4096 / count})
		}
	}
	slices.SortStableFunc(keys, func(a, b key) int { return cmp.Compare(a.mean, b.mean) })
	w.step(len(keys))
	next := 0
	for i, v := range layer {
		if n.hasNeighbour(v, !onwards) {
			layer[i] = keys[next].v
			next++
		}
	}
	n.number(layer)
	return true
}

func (n *net) hasNeighbour(v int32, right bool) bool {
	if right {
		return len(n.out[v]) > 0
	}
	return len(n.in[v]) > 0
}

// eachNeighbour visits the neighbours of v in the next or in the previous column.
func (n *net) eachNeighbour(v int32, right bool, visit func(u int32)) {
	if right {
		for _, p := range n.out[v] {
			visit(n.pieces[p].b)
		}
		return
	}
	for _, p := range n.in[v] {
		visit(n.pieces[p].a)
	}
}
