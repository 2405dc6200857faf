package layered

import (
	"cmp"
	"slices"
)

const (
	sheetGap = 40 * Unit // between components
	loneGap  = 14 * Unit // between nodes without edges
)

// pack places the components on shelves, the highest first, and the nodes without edges in a grid below. This
// is next fit by decreasing height: Coffman, Garey, Johnson and Tarjan, "Performance bounds for
// level-oriented two-dimensional packing algorithms", SIAM Journal on Computing 9, 1980.
func pack(w *work, g Graph, sheets []sheet, lone []int) Layout {
	l := Layout{Nodes: make([]Point, len(g.Nodes)), Paths: make([]Path, len(g.Edges))}
	width := shelfWidth(g, sheets, lone)
	slices.SortStableFunc(sheets, func(a, b sheet) int { return cmp.Compare(b.size.H, a.size.H) })
	x, top, height := 0, 0, 0
	for _, s := range sheets {
		if x > 0 && x+s.size.W > width {
			x, top, height = 0, top+height+sheetGap, 0
		}
		l.take(w, s, Point{x, top})
		x += s.size.W + sheetGap
		height = max(height, s.size.H)
		l.Size = Size{max(l.Size.W, x-sheetGap), top + height}
	}
	l.grid(w, g, lone, max(width, l.Size.W))
	return l
}

// shelfWidth chooses a width of about 1.5 times the picture's height.
func shelfWidth(g Graph, sheets []sheet, lone []int) int {
	widest, area := 0, 0
	for _, s := range sheets {
		widest = max(widest, s.size.W)
		area += (s.size.W + sheetGap) / Unit * ((s.size.H + sheetGap) / Unit)
	}
	for _, i := range lone {
		area += (g.Nodes[i].W + loneGap) / Unit * ((g.Nodes[i].H + loneGap) / Unit)
	}
	side := 0
	for side*side*2 < area*3 {
		side += 20
	}
	return max(widest, side*Unit)
}

// take adds a component to the layout.
func (l *Layout) take(w *work, s sheet, at Point) {
	for i, node := range s.nodes {
		l.Nodes[node] = s.at[i].plus(at)
	}
	for i, e := range s.edges {
		p := s.paths[i]
		p.Start = p.Start.plus(at)
		for j := range p.Legs {
			p.Legs[j].To = p.Legs[j].To.plus(at)
		}
		l.Paths[e] = p
		w.step(1 + len(p.Legs))
	}
}

func (p Point) plus(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }

// grid places nodes in rows of equal cells below everything else.
func (l *Layout) grid(w *work, g Graph, nodes []int, width int) {
	if len(nodes) == 0 {
		return
	}
	cell := Size{}
	for _, i := range nodes {
		cell = Size{max(cell.W, g.Nodes[i].W), max(cell.H, g.Nodes[i].H)}
	}
	columns := max(1, min(len(nodes), (width+loneGap)/(cell.W+loneGap)))
	top := 0
	if l.Size.H > 0 {
		top = l.Size.H + sheetGap
	}
	for k, i := range nodes {
		w.step(1)
		at := Point{k % columns * (cell.W + loneGap), top + k/columns*(cell.H+loneGap)}
		at.Y += (cell.H - g.Nodes[i].H) / 2
		l.Nodes[i] = at
	}
	rows := (len(nodes) + columns - 1) / columns
	l.Size.W = max(l.Size.W, columns*(cell.W+loneGap)-loneGap)
	l.Size.H = top + rows*(cell.H+loneGap) - loneGap
}
