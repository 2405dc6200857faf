// Package layered places the nodes of a directed graph in columns from left to right and routes its edges. It
// knows only sizes and edges; package render adds texts and colours.
//
// It follows the steps of Sugiyama, Tagawa and Toda ("Methods for visual understanding of hierarchical system
// structures", IEEE Transactions on Systems, Man, and Cybernetics 11, 1981): break cycles, assign columns,
// reduce crossings, place, route. Each step cites its source. Three more steps keep the picture's shape
// readable. Many leaves of one node become a block (leaves.go), long rows are wrapped (rows.go), and
// components are packed on shelves (pack.go).
//
// All geometry uses integers, so that a graph has the same layout on every machine. All work is counted and
// bounded (work), and stops when its context ends.
package layered

import "context"

// Unit is the number of units of length per pixel.
const Unit = 10

// Size is the size of a node's box.
type Size struct{ W, H int }

// Edge joins two nodes by their index.
type Edge struct {
	From, To int
	// Orders places From to the left of To, unless a cycle prevents it. Other edges only attract their
	// ends.
	Orders bool
}

// Graph is the graph to place. Among nodes without an order, later ones are older and placed further left.
type Graph struct {
	Nodes []Size
	Edges []Edge
	// Reach is the height around the middle of a node's side in which edges end. 0 means the whole side.
	Reach int
}

// Point is a position; y grows downwards.
type Point struct{ X, Y int }

// Leg is a part of a path: a straight line to a point, or a cubic curve that starts and ends horizontally.
type Leg struct {
	To Point
	// Bend is the distance of a curve's first control point to the right of its start, and of the second to
	// the left of its end. It is negative for a curve that starts to the left, and 0 for a straight line.
	Bend int
}

// Path leads from the border of one node to the border of another.
type Path struct {
	Start Point
	Legs  []Leg
}

// End returns the last point of the path.
func (p *Path) End() Point {
	if len(p.Legs) == 0 {
		return p.Start
	}
	return p.Legs[len(p.Legs)-1].To
}

// Layout contains the positions of nodes and edges. It starts at 0, 0.
type Layout struct {
	Size  Size
	Nodes []Point // upper left corner of each node
	Paths []Path  // path of each edge, from From to To
	Steps int     // amount of work
}

// Place computes the layout. Its only error is that of the context.
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

// drawPart lays out one component, in coordinates of its own.
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

const (
	// maxBends bounds the bends of all links. The longest links above the limit are drawn as one curve behind
	// the nodes.
	maxBends = 12_000
	// orderSteps bounds the work of reducing crossings. The best order found until then is used.
	orderSteps = 6_000_000
	// lookEvery is the number of steps between two checks of the context.
	lookEvery = 1 << 12
)

// work counts steps and periodically checks the context.
type work struct {
	ctx   context.Context //nolint:containedctx // it lives as long as one call of Place
	steps int
	seen  int
	err   error
	bends int // bends that the current component may still have
	order int // steps that its crossings may take
}

// share sets a component's part of the bounds, by its number of edges.
func (w *work) share(edges, all int) {
	w.bends, w.order = maxBends*edges/all, orderSteps*edges/all
}

// step counts n steps. It returns false if the work must end.
func (w *work) step(n int) bool {
	w.steps += n
	if w.err == nil && w.steps-w.seen >= lookEvery {
		w.seen = w.steps
		w.err = w.ctx.Err()
	}
	return w.err == nil
}
