package layered

import (
	"cmp"
	"slices"
)

// net is a component with its columns. Vertices and pieces of links are numbered.
type net struct {
	vertices []vertex
	chains   []chain
	pieces   []piece
	out, in  [][]int32 // pieces of each vertex, to the right and to the left
	level    []int32   // column of each vertex
	layers   [][]int32 // vertices of each column, from top to bottom
	spot     []int32   // position of each vertex in its column

	rows  []row
	reach int   // see Graph.Reach
	y     []int // middle of each vertex, within its row
}

// chain is a link between two vertices, with one piece per pair of columns that it crosses. A chain without
// pieces is drawn as a single curve.
type chain struct {
	link
	a, b   int // vertices
	pieces []int32
}

// piece is the part of a link between two neighbouring columns.
type piece struct {
	a, b   int32
	ya, yb int // heights of its two ends, within the rows
}

func (n *net) add(v vertex) int {
	n.vertices = append(n.vertices, v)
	return len(n.vertices) - 1
}

func (n *net) join(a, b int, l link) { n.chains = append(n.chains, chain{link: l, a: a, b: b}) }

// span returns the number of columns that a chain leads to the right.
func (n *net) span(c chain) int { return int(n.level[c.b] - n.level[c.a]) }

// fillLayers splits the links into pieces, with a bend in every column between, and fills the columns.
func (n *net) fillLayers(w *work) {
	shortest := make([]int, len(n.chains))
	for i := range shortest {
		shortest[i] = i
	}
	slices.SortStableFunc(shortest, func(a, b int) int { return cmp.Compare(n.span(n.chains[a]), n.span(n.chains[b])) })
	for _, i := range shortest {
		span := n.span(n.chains[i])
		if w.bends -= span - 1; w.bends < 0 || !w.step(span) {
			break
		}
		n.cut(&n.chains[i], span)
	}
	n.out, n.in = make([][]int32, len(n.vertices)), make([][]int32, len(n.vertices))
	for i, p := range n.pieces {
		n.out[p.a] = append(n.out[p.a], int32(i))
		n.in[p.b] = append(n.in[p.b], int32(i))
	}
	n.fill(w)
}

func (n *net) cut(c *chain, span int) {
	c.pieces = make([]int32, 0, span)
	here := int32(c.a) //nolint:gosec // bounded by the nodes and maxBends
	for s := 1; s <= span; s++ {
		there := int32(c.b) //nolint:gosec // bounded by the nodes and maxBends
		if s < span {
			there = int32(n.add(vertex{node: -1, bend: true})) //nolint:gosec // bounded by the nodes and maxBends
			n.level = append(n.level, n.level[c.a]+int32(s))
		}
		c.pieces = append(c.pieces, int32(len(n.pieces))) //nolint:gosec // as in fillLayers
		n.pieces = append(n.pieces, piece{a: here, b: there})
		here = there
	}
}

// fill adds the vertices to their columns in the order of a depth-first search, which keeps branches
// together.
func (n *net) fill(w *work) {
	n.spot = make([]int32, len(n.vertices))
	n.layers = make([][]int32, slices.Max(n.level)+1)
	met := make([]bool, len(n.vertices))
	var stack []int32
	for i := range n.vertices {
		if n.vertices[i].bend || len(n.in[i]) > 0 && n.level[i] > 0 {
			continue
		}
		stack = append(stack, int32(i))
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if met[v] || !w.step(1+len(n.out[v])+len(n.in[v])) {
				continue
			}
			met[v] = true
			n.put(v)
			for _, p := range slices.Backward(n.in[v]) {
				stack = append(stack, n.pieces[p].a)
			}
			for _, p := range slices.Backward(n.out[v]) {
				stack = append(stack, n.pieces[p].b)
			}
		}
	}
	for i := range n.vertices { // vertices reached only by links without pieces
		if !met[i] {
			n.put(int32(i))
		}
	}
}

func (n *net) put(v int32) {
	layer := &n.layers[n.level[v]]
	n.spot[v] = int32(len(*layer)) //nolint:gosec // bounded by the nodes and maxBends
	*layer = append(*layer, v)
}
