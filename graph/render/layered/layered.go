// Package layered places the nodes of a directed graph in columns, from left to right, and finds paths
// for its edges. It knows sizes and edges only; package render adds texts and colours.
//
// It follows the steps of Sugiyama, Tagawa and Toda ("Methods for visual understanding of hierarchical
// system structures", IEEE Transactions on Systems, Man, and Cybernetics 11, 1981): break cycles, assign
// columns, reduce crossings, place, route. Each step cites its source. Three steps keep the picture in
// a readable shape: many leaves of one node become a block (leaves.go), a long row is wrapped like a text
// (rows.go), and separate components are packed on shelves (pack.go).
//
// All geometry is in integers, so that the same graph has the same layout on every machine. All work is
// counted and bounded (work.go), and ends early with its context.
package layered

import "context"

// Unit is how many units of length make one pixel.
const Unit = 10

// Size is the size of a node's box.
type Size struct{ W, H int }

// Edge joins two nodes by their index.
type Edge struct {
	From, To int
	// Orders says that From stands left of To wherever a cycle does not forbid it. Other edges only
	// attract their ends.
	Orders bool
}

// Graph is what is placed. Of nodes that nothing orders, the later ones are older and stand further left.
type Graph struct {
	Nodes []Size
	Edges []Edge
}

// Point is a place; y grows downwards.
type Point struct{ X, Y int }

// Leg is a piece of a path: a straight line to a point, or a cubic curve that leaves and arrives
// horizontally.
type Leg struct {
	To Point
	// Bend is how far to the right of its start a curve's first control point is, and to the left of its
	// end the second one. It is negative for a curve that leaves to the left, and 0 for a straight line.
	Bend int
}

// Path leads from the border of one node to the border of another.
type Path struct {
	Start Point
	Legs  []Leg
}

// End is where the path arrives.
func (p *Path) End() Point {
	if len(p.Legs) == 0 {
		return p.Start
	}
	return p.Legs[len(p.Legs)-1].To
}

// Layout says where everything is. It starts at 0, 0.
type Layout struct {
	Size  Size
	Nodes []Point // the upper left corner of each node
	Paths []Path  // of each edge, from From to To
	Steps int     // how much work it took
}

// Place computes the layout. It fails only with the error of the context.
func Place(ctx context.Context, g Graph) (Layout, error) {
	w := &work{ctx: ctx, err: ctx.Err()}
	if w.err != nil {
		return Layout{}, w.err
	}
	sheets, lone := split(w, g)
	placed := make([]sheet, 0, len(sheets))
	for _, part := range sheets {
		placed = append(placed, drawPart(w, g, part))
		if w.err != nil {
			return Layout{}, w.err
		}
	}
	layout := pack(w, g, placed, lone)
	layout.Steps = w.steps
	return layout, w.err
}

// drawPart lays one component out, with coordinates of its own.
func drawPart(w *work, g Graph, p component) sheet {
	w.share(len(p.edges), len(g.Edges))
	links := orient(w, g, p)
	n := group(w, g, p, links)
	n.assignLevels(w)
	n.fillLayers(w)
	n.order(w)
	n.wrap(w)
	n.place(w)
	if w.err != nil {
		return sheet{}
	}
	return n.route(w, g, p)
}
