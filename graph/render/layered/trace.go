package layered

import "slices"

// shortcutBend is the minimum bend of a shortcut. It makes curves that lead backwards leave their boxes.
const shortcutBend = 60 * Unit

// trace returns the path of a chain from left to right.
func (n *net) trace(w *work, c *chain) Path {
	a, b := int32(c.a), int32(c.b) //nolint:gosec // bounded by the nodes and maxBends
	if c.pieces == nil {
		return n.shortcut(a, b)
	}
	start, size := n.corner(a), n.vertices[a].size
	line := Path{Start: Point{start.X + size.W, n.rows[n.rowOf(a)].top + n.pieces[c.pieces[0]].ya}}
	for _, p := range c.pieces {
		w.step(1)
		n.tracePiece(&line, p)
	}
	line.to(n.corner(b).X, line.End().Y)
	return line
}

// tracePiece extends a line through the column where the piece starts, in which its height is free, to the
// next column.
func (n *net) tracePiece(line *Path, p int32) {
	piece := n.pieces[p]
	i, j := n.rowOf(piece.a), n.rowOf(piece.b)
	r, next := &n.rows[i], &n.rows[j]
	column := int(n.level[piece.a])
	right := r.x[column-r.first] + r.widths[column-r.first]
	y, x := next.top+piece.yb, next.x[int(n.level[piece.b])-next.first]
	line.to(right, line.End().Y)
	if i == j {
		line.curve(x, y)
		return
	}
	lane := slices.Index(r.lanes, p)
	turn := right + rowEnd + lane*laneGap
	between := r.top + r.height + rowGap/2 + lane*laneGap
	back := x - rowEnd - (len(r.lanes)-1-lane)*laneGap
	line.to(turn, line.End().Y)
	line.to(turn, between)
	line.to(back, between)
	line.to(back, y)
	line.to(x, y)
}

// shortcut returns a single curve for a link without pieces.
func (n *net) shortcut(a, b int32) Path {
	from, to := n.corner(a), n.corner(b)
	from.X += n.vertices[a].size.W
	from.Y += n.vertices[a].size.H / 2
	to.Y += n.vertices[b].size.H / 2
	return Path{Start: from, Legs: []Leg{{To: to, Bend: max(shortcutBend, (to.X-from.X)/2)}}}
}

// blockOf returns the block at an end of a chain, or nil.
func (n *net) blockOf(c *chain) *block {
	if b := n.vertices[c.a].block; b != nil {
		return b
	}
	return n.vertices[c.b].block
}

// intoBlock extends the line between a block and its node to the i-th leaf. The line runs along the trunk, up
// or down beside the leaf's column, and over to the leaf.
func (n *net) intoBlock(line Path, c *chain, b *block, i int, s *sheet, g Graph) Path {
	leaf := leafOf(b.links[i], b.onLeft)
	at, size := s.at[leaf], g.Nodes[s.nodes[leaf]]
	y := at.Y + size.H/2
	if b.onLeft {
		line = line.turned(true)
	}
	v := int32(c.b) //nolint:gosec // bounded by the nodes and maxBends
	if b.onLeft {
		v = int32(c.a) //nolint:gosec // as above
	}
	corner, cell := n.corner(v), b.cellAt(i)
	line.Legs = slices.Clone(line.Legs)
	if b.onLeft {
		x := corner.X + cell.X + b.cell.W + leafLane/2
		line.to(x, line.End().Y)
		line.to(x, y)
		line.to(at.X+size.W, y)
		return line.turned(true)
	}
	x := corner.X + cell.X - leafLane/2
	line.to(x, line.End().Y)
	line.to(x, y)
	line.to(at.X, y)
	return line
}

// to adds a straight line. If the direction stays the same, it extends the previous line.
func (p *Path) to(x, y int) {
	end := p.End()
	if end == (Point{x, y}) {
		return
	}
	if k := len(p.Legs) - 1; k >= 0 && p.Legs[k].Bend == 0 && end.Y == y {
		before := p.Start
		if k > 0 {
			before = p.Legs[k-1].To
		}
		if before.Y == y && (before.X < end.X) == (end.X < x) {
			p.Legs[k].To.X = x
			return
		}
	}
	p.Legs = append(p.Legs, Leg{To: Point{x, y}})
}

// curve adds a curve, or a straight line if the height stays the same.
func (p *Path) curve(x, y int) {
	if p.End().Y == y {
		p.to(x, y)
		return
	}
	p.Legs = append(p.Legs, Leg{To: Point{x, y}, Bend: (x - p.End().X) / 2})
}

// turned returns the path, reversed if flipped is set.
func (p *Path) turned(flipped bool) Path {
	if !flipped {
		return *p
	}
	back := Path{Start: p.End(), Legs: make([]Leg, len(p.Legs))}
	for i, leg := range p.Legs {
		to := p.Start
		if i > 0 {
			to = p.Legs[i-1].To
		}
		back.Legs[len(p.Legs)-1-i] = Leg{To: to, Bend: -leg.Bend}
	}
	return back
}
