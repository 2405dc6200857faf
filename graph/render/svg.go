package render

import (
	"context"
	"fmt"

	"plotline/graph/render/layered"
)

// The bounds of a picture. At all of them a drawing takes about half a second of CPU time.
const (
	// MaxSVGNodes is the maximum number of nodes that SVG draws.
	MaxSVGNodes = 1000
	// MaxSVGEdges is the maximum number of edges that SVG draws.
	MaxSVGEdges = 5000
	// MaxSVGBytes is the maximum size of a picture in bytes.
	MaxSVGBytes = 4 << 20
)

// The values of TooLargeError.What.
const (
	Nodes = "nodes"
	Edges = "edges"
	Bytes = "bytes"
)

// TooLargeError reports that a graph exceeds a bound of pictures.
type TooLargeError struct {
	Nodes, Edges int
	What         string // Nodes, Edges or Bytes
	Limit        int
}

// Error describes the bound that was exceeded.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("render: a drawing of %d nodes and %d edges is too large: the limit is %d %s", e.Nodes, e.Edges, e.Limit, e.What)
}

// SVG draws the graph as a picture: columns from left to right in order of dependency (see package layered),
// circles, lines and colours as on the memory page, and a legend. The picture contains no script and loads nothing. It is readable
// on light and dark pages. The same graph gives the same bytes.
//
// The error is a *TooLargeError, or wraps that of the context.
func SVG(ctx context.Context, g Graph) ([]byte, error) {
	g.Edges = g.drawn()
	large := func(what string, limit int) error { return &TooLargeError{len(g.Nodes), len(g.Edges), what, limit} }
	if len(g.Nodes) > MaxSVGNodes {
		return nil, large(Nodes, MaxSVGNodes)
	}
	if len(g.Edges) > MaxSVGEdges {
		return nil, large(Edges, MaxSVGEdges)
	}
	boxes := make([]box, len(g.Nodes))
	plan := layered.Graph{Nodes: make([]layered.Size, len(g.Nodes)), Edges: make([]layered.Edge, len(g.Edges))}
	plan.Reach = reach
	degrees := g.degrees()
	for i, n := range g.Nodes {
		if ctx.Err() != nil {
			break // Place returns the error
		}
		boxes[i] = newBox(n, degrees[i])
		plan.Nodes[i] = boxes[i].size
	}
	for i, e := range g.Edges {
		plan.Edges[i] = layered.Edge{From: e.From, To: e.To, Orders: e.Type == "follows" || e.Type == "causes"}
	}
	layout, err := layered.Place(ctx, plan)
	if err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	p := painter{ctx: ctx, max: MaxSVGBytes}
	p.paint(g, boxes, layout)
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("render: %w", ctx.Err())
	case p.full:
		return nil, large(Bytes, MaxSVGBytes)
	}
	return p.out, nil
}

// degrees counts the relationships of each node.
func (g Graph) degrees() []int {
	degrees := make([]int, len(g.Nodes))
	for _, e := range g.Edges {
		degrees[e.From]++
		if e.To != e.From {
			degrees[e.To]++
		}
	}
	return degrees
}
