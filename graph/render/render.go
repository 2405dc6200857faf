// Package render draws a graph of episodes as GraphViz text, Mermaid text or an SVG picture.
//
// It knows neither episodes nor stores: package graph passes labels and edges and gets text back. Nodes are
// named by numbers (node1, n1), never by their label, so a label may contain anything. Text that is special
// to a drawing tool is escaped, so that the tool shows it.
//
// A label is shown as it was typed, except for characters that no tool can show:
//   - every kind of line break (CR LF, CR, VT, FF, NEL, U+2028, U+2029) is one line break;
//   - a tab becomes a space;
//   - other control characters, Unicode noncharacters and invalid UTF-8 become U+FFFD, so that they
//     stay noticeable.
package render

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Node is a box in the drawing.
type Node struct {
	Label  string
	Reward float64 // −1 to +1; sets the colour of the box in a picture
}

// Edge joins two nodes by their index in Graph.Nodes. An edge to a node outside that list is not drawn, so
// callers that cut the nodes of a large graph need not filter its edges.
type Edge struct {
	From, To int
	Type     string
	Strength float64
}

// Graph is the graph to draw: the nodes in the order of their numbers and the edges in the order of their
// lines.
type Graph struct {
	Nodes []Node
	Edges []Edge
}

// drawn returns the edges whose ends are both nodes of the graph.
func (g Graph) drawn() []Edge {
	edges := make([]Edge, 0, len(g.Edges))
	for _, e := range g.Edges {
		if g.has(e.From) && g.has(e.To) {
			edges = append(edges, e)
		}
	}
	return edges
}

func (g Graph) has(node int) bool { return 0 <= node && node < len(g.Nodes) }

// clean replaces the characters that tools cannot show; see the package comment.
func clean(label string) string {
	return strings.Map(cleanRune, strings.ReplaceAll(label, "\r\n", "\n"))
}

func cleanRune(r rune) rune {
	switch r {
	case '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029':
		return '\n'
	case '\t':
		return ' '
	}
	if unicode.In(r, unicode.Cc, unicode.Noncharacter_Code_Point) {
		return utf8.RuneError
	}
	return r
}
