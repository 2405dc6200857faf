package layered

import (
	"cmp"
	"slices"
)

const (
	// groupFrom is the number of leaves on one side of a node from which they become a block.
	groupFrom = 7

	leafGap   = 10 * Unit // between the leaves of a block
	leafLane  = 34 * Unit // beside each column of leaves, for their lines
	leafTrunk = 22 * Unit // between the upper and the lower half, for the line to all columns
)

// vertex is an item of a column: a node, a block of leaves, or a bend of a long link.
type vertex struct {
	size  Size
	node  int // index in the component; −1 for others
	block *block
	bend  bool
}

// block is a grid of leaves of one node.
type block struct {
	links         []link // to the leaves
	onLeft        bool   // whether the leaves are to the left of their node
	columns, rows int
	cell          Size
}

// group creates the vertices of a component: its nodes, and one block for many leaves of one node. Without
// blocks, 200 leaves of a node would form a column of 200.
func group(w *work, g Graph, p component, links []link) *net {
	degree := make([]int, len(p.nodes))
	for _, l := range links {
		degree[l.left]++
		degree[l.right]++
	}
	type side struct {
		hub    int
		onLeft bool
	}
	leaves := map[side][]link{}
	sideOf := func(l link) (side, bool) {
		switch {
		case degree[l.right] == 1:
			return side{l.left, false}, true
		case degree[l.left] == 1:
			return side{l.right, true}, true
		}
		return side{}, false
	}
	for _, l := range links {
		w.step(1)
		if s, ok := sideOf(l); ok {
			leaves[s] = append(leaves[s], l)
		}
	}
	hidden := make([]bool, len(p.nodes))
	for s, list := range leaves {
		for _, l := range list {
			if len(list) >= groupFrom {
				hidden[leafOf(l, s.onLeft)] = true
			}
		}
	}
	n := &net{reach: g.Reach}
	at := make([]int, len(p.nodes))
	for i, node := range p.nodes {
		if !hidden[i] {
			at[i] = n.add(vertex{size: g.Nodes[node], node: i})
		}
	}
	for _, l := range links {
		s, ok := sideOf(l)
		if !ok || len(leaves[s]) < groupFrom {
			n.join(at[l.left], at[l.right], l)
			continue
		}
		if leaves[s][0] != l {
			continue // the first leaf has added the whole block
		}
		b := newBlock(g, p, leaves[s], s.onLeft)
		v := n.add(vertex{size: b.size(), node: -1, block: b})
		if s.onLeft {
			n.join(v, at[s.hub], l)
		} else {
			n.join(at[s.hub], v, l)
		}
	}
	return n
}

func leafOf(l link, onLeft bool) int {
	if onLeft {
		return l.left
	}
	return l.right
}

// newBlock chooses a grid whose width is about 1.5 times its height.
func newBlock(g Graph, p component, links []link, onLeft bool) *block {
	b := &block{links: slices.Clone(links), onLeft: onLeft}
	for _, l := range links {
		size := g.Nodes[p.nodes[leafOf(l, onLeft)]]
		b.cell = Size{max(b.cell.W, size.W), max(b.cell.H, size.H)}
	}
	slices.SortStableFunc(b.links, func(x, y link) int { // oldest first
		return cmp.Compare(leafOf(y, onLeft), leafOf(x, onLeft))
	})
	for b.columns = 1; ; b.columns++ {
		b.rows = (len(links) + 2*b.columns - 1) / (2 * b.columns) * 2 // an even number, half of them below the trunk
		if s := b.size(); 2*s.W >= 3*s.H || b.rows <= 2 {
			return b
		}
	}
}

func (b *block) size() Size {
	return Size{b.columns * (leafLane + b.cell.W), b.rows*(b.cell.H+leafGap) - leafGap + leafTrunk}
}

// cellAt returns the upper left corner of the i-th leaf's cell within the block, column by column away from
// the leaves' node.
func (b *block) cellAt(i int) Point {
	column, row := i/b.rows, i%b.rows
	x := column*(leafLane+b.cell.W) + leafLane
	if b.onLeft {
		x = b.size().W - x - b.cell.W
	}
	y := row * (b.cell.H + leafGap)
	if row >= b.rows/2 {
		y += leafTrunk
	}
	return Point{x, y}
}
