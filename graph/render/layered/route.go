package layered

import (
	"cmp"
	"slices"
)

const (
	portGap  = 8 * Unit // maximum distance between the ends of links on a side of a box
	portEdge = 5 * Unit // minimum distance of ends from the top and bottom of a side
)

// sheet is a component with its layout.
type sheet struct {
	component

	size  Size
	at    []Point // of each node of the component
	paths []Path  // of each edge of the component
}

// route computes the positions of all nodes on the sheet and the path of every edge.
func (n *net) route(w *work, g Graph, p component) sheet {
	n.ports(w)
	n.straighten(w)
	s := sheet{component: p, at: make([]Point, len(p.nodes)), paths: make([]Path, len(p.edges))}
	s.size = n.spread(w)
	for v := range n.vertices {
		n.putNodes(g, &s, int32(v))
	}
	number := make(map[int]int, len(p.edges))
	for i, e := range p.edges {
		number[e] = i
		if from := g.Edges[e].From; from == g.Edges[e].To {
			s.paths[i] = loop(s.at[slices.Index(p.nodes, from)], g.Nodes[from], g.Reach)
		}
	}
	for i := range n.chains {
		c := &n.chains[i]
		line := n.trace(w, c)
		if b := n.blockOf(c); b != nil {
			for j, l := range b.links {
				whole := n.intoBlock(line, c, b, j, &s, g)
				s.paths[number[l.edge]] = whole.turned(l.flipped)
			}
			continue
		}
		s.paths[number[c.edge]] = line.turned(c.flipped)
	}
	return s
}

// loop returns the path of an edge from a node to itself.
func loop(at Point, size Size, reach int) Path {
	half := size.H / 4
	if reach > 0 {
		half = reach / 2
	}
	right, upper, lower := at.X+size.W, at.Y+size.H/2-half, at.Y+size.H/2+half
	out := right + 12*Unit
	return Path{Point{right, upper}, []Leg{{To: Point{out, upper}}, {To: Point{out, lower}}, {To: Point{right, lower}}}}
}

// ports distributes the ends of links along the sides of the boxes, in the order of their other ends.
func (n *net) ports(w *work) {
	for v := range n.vertices {
		if !w.step(1 + len(n.out[v]) + len(n.in[v])) {
			return
		}
		n.spreadPorts(v, n.out[v], func(p *piece) (int32, *int) { return p.b, &p.ya })
		n.spreadPorts(v, n.in[v], func(p *piece) (int32, *int) { return p.a, &p.yb })
	}
}

func (n *net) spreadPorts(v int, pieces []int32, of func(*piece) (far int32, port *int)) {
	slices.SortStableFunc(pieces, func(a, b int32) int {
		x, _ := of(&n.pieces[a])
		y, _ := of(&n.pieces[b])
		return cmp.Or(cmp.Compare(n.spot[x], n.spot[y]), cmp.Compare(a, b))
	})
	gap := 0
	if n.vertices[v].block == nil && len(pieces) > 1 {
		gap = max(0, min(portGap, n.side(v)/(len(pieces)-1)))
	}
	for i, p := range pieces {
		_, port := of(&n.pieces[p])
		*port = n.y[v] + (2*i-len(pieces)+1)*gap/2
	}
}

// side returns the height in which links end on a side of a box.
func (n *net) side(v int) int {
	if n.reach > 0 {
		return n.reach
	}
	return n.vertices[v].size.H - 2*portEdge
}

// spread computes the positions of columns and rows, and of the lines between rows.
func (n *net) spread(w *work) Size {
	widths := n.columnWidths()
	most := 0
	for i := range n.rows {
		r := &n.rows[i]
		r.widths = widths[r.first : r.last+1]
		x := 0
		for column := r.first; column <= r.last; column++ {
			r.x = append(r.x, x)
			x += widths[column]
			if column < r.last {
				x += n.gapAfter(w, column)
			}
		}
		r.width = x
		if i+1 < len(n.rows) {
			for _, v := range n.layers[r.last] {
				r.lanes = append(r.lanes, n.out[v]...)
			}
			most = max(most, len(r.lanes))
		}
	}
	return n.stackRows(most)
}

// stackRows places the rows below each other, with space for the lines beside and between them.
func (n *net) stackRows(most int) Size {
	side := 0
	if len(n.rows) > 1 {
		side = rowEnd + most*laneGap
	}
	size := Size{}
	for i := range n.rows {
		r := &n.rows[i]
		r.top = size.H
		for j := range r.x {
			r.x[j] += side
		}
		size.W = max(size.W, r.width+2*side)
		size.H += r.height
		if i+1 < len(n.rows) {
			size.H += rowGap + len(r.lanes)*laneGap
		}
	}
	return size
}

// gapAfter returns the space after a column; steep curves need more.
func (n *net) gapAfter(w *work, column int) int {
	steepest := 0
	for _, v := range n.layers[column] {
		for _, p := range n.out[v] {
			w.step(1)
			steepest = max(steepest, n.pieces[p].ya-n.pieces[p].yb, n.pieces[p].yb-n.pieces[p].ya)
		}
	}
	return columnGap + min(2*columnGap, max(0, steepest-columnGap)/8)
}

// corner returns the upper left corner of a vertex on the sheet. Blocks are aligned towards their nodes.
func (n *net) corner(v int32) Point {
	r := &n.rows[n.rowOf(v)]
	column := int(n.level[v])
	size := n.vertices[v].size
	x := r.x[column-r.first]
	if b := n.vertices[v].block; b != nil && b.onLeft {
		x += r.widths[column-r.first] - size.W
	}
	return Point{x, r.top + n.y[v] - size.H/2}
}

// putNodes places the node of a vertex, or all nodes of its block.
func (n *net) putNodes(g Graph, s *sheet, v int32) {
	at := n.vertices[v]
	if at.bend {
		return
	}
	corner := n.corner(v)
	if at.block == nil {
		s.at[at.node] = corner
		return
	}
	for i, l := range at.block.links {
		cell, leaf := at.block.cellAt(i), leafOf(l, at.block.onLeft)
		size := g.Nodes[s.nodes[leaf]]
		x := corner.X + cell.X
		if at.block.onLeft { // next to its line
			x += at.block.cell.W - size.W
		}
		s.at[leaf] = Point{x, corner.Y + cell.Y + (at.block.cell.H-size.H)/2}
	}
}
