package layered

const (
	placeRounds = 16

	nodeGap = 16 * Unit // between boxes in a column
	bendGap = 12 * Unit // between a box and a line
	lineGap = 8 * Unit  // between lines
)

// apart returns the minimum space between two neighbours in a column.
func (n *net) apart(a, b int32) int {
	switch bends := n.vertices[a].bend; {
	case bends && n.vertices[b].bend:
		return lineGap
	case bends || n.vertices[b].bend:
		return bendGap
	}
	return nodeGap
}

// place computes the height of every vertex in its row. Sweeps move each column as close to its neighbours as
// the space between vertices allows, alternately towards the left and the right ones. Each step is optimal
// for its column: least squares under an order, that is isotonic regression by pooling adjacent violators
// (Barlow and others, "Statistical Inference under Order Restrictions", 1972). Lines between two bends weigh
// most, so that long links run straight. See Gansner and others, "A technique for drawing directed graphs",
// IEEE Transactions on Software Engineering 19, 1993.
func (n *net) place(w *work) {
	n.y = make([]int, len(n.vertices))
	for i := range n.rows {
		r := &n.rows[i]
		layers := n.layers[r.first : r.last+1]
		for _, layer := range layers {
			n.stack(layer)
		}
		for round := range placeRounds {
			for j := range layers {
				column := r.first + j
				if round%2 == 1 {
					column = r.last - j
				}
				both := round >= placeRounds-4
				if !n.settle(w, column, r, both || round%2 == 0, both || round%2 == 1) {
					return
				}
			}
		}
		n.measure(r, layers)
	}
}

// stack places the vertices of a column below each other, around the middle.
func (n *net) stack(layer []int32) {
	y := 0
	for i, v := range layer {
		if i > 0 {
			y += n.distance(layer[i-1], v)
		}
		n.y[v] = y
	}
	for _, v := range layer {
		n.y[v] -= y / 2
	}
}

// distance returns the minimum distance between the middles of two neighbours in a column.
func (n *net) distance(a, b int32) int {
	return (n.vertices[a].size.H+1)/2 + n.apart(a, b) + (n.vertices[b].size.H+1)/2
}

// measure moves a row to 0 and sets its height.
func (n *net) measure(r *row, layers [][]int32) {
	top, bottom := 0, 0
	for i, layer := range layers {
		first, last := layer[0], layer[len(layer)-1]
		t, b := n.y[first]-(n.vertices[first].size.H+1)/2, n.y[last]+(n.vertices[last].size.H+1)/2
		if i == 0 {
			top, bottom = t, b
		}
		top, bottom = min(top, t), max(bottom, b)
	}
	for _, layer := range layers {
		for _, v := range layer {
			n.y[v] -= top
		}
	}
	r.height = bottom - top
}

// wish is the preferred height of a vertex and its weight.
type wish struct{ y, weight int }

// settle moves the vertices of a column to where the sum of the squared distances from their neighbours'
// heights is least.
func (n *net) settle(w *work, column int, r *row, left, right bool) bool {
	layer := n.layers[column]
	pools := make([]pool, 0, len(layer))
	offset := 0
	for i, v := range layer {
		if i > 0 {
			offset += n.distance(layer[i-1], v)
		}
		goal := n.wishOf(v, left && column > r.first, right && column < r.last)
		pools = append(pools, pool{(goal.y - offset) * goal.weight, goal.weight, 1})
		for k := len(pools) - 1; k > 0 && pools[k-1].mean() > pools[k].mean(); k-- {
			pools[k-1].sum += pools[k].sum
			pools[k-1].weight += pools[k].weight
			pools[k-1].count += pools[k].count
			pools = pools[:k]
		}
		if !w.step(1 + len(n.in[v]) + len(n.out[v])) {
			return false
		}
	}
	i, offset := 0, 0
	for _, p := range pools {
		for range p.count {
			if i > 0 {
				offset += n.distance(layer[i-1], layer[i])
			}
			n.y[layer[i]] = p.mean() + offset
			i++
		}
	}
	return true
}

// pool is a run of vertices with minimum distances.
type pool struct{ sum, weight, count int }

// mean rounds down, so that equal pools stay equal at any position.
func (p pool) mean() int {
	q := p.sum / p.weight
	if p.sum%p.weight != 0 && p.sum < 0 {
		q--
	}
	return q
}

// wishOf returns the mean height of the neighbours; a vertex without any keeps its height.
func (n *net) wishOf(v int32, left, right bool) wish {
	sum, weight := 0, 0
	add := func(u int32) {
		k := 1
		switch a, b := n.vertices[u].bend, n.vertices[v].bend; {
		case a && b:
			k = 8
		case a || b:
			k = 2
		}
		sum += k * n.y[u]
		weight += k
	}
	if left {
		n.eachNeighbour(v, false, add)
	}
	if right {
		n.eachNeighbour(v, true, add)
	}
	if weight == 0 {
		return wish{n.y[v], 1}
	}
	return wish{pool{sum, weight, 1}.mean(), weight}
}
