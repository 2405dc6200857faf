// Package render draws a graph of episodes for people: as GraphViz text, as Mermaid text and as
// an SVG picture.
//
// It knows nothing of episodes or stores: package graph hands over labels and edges, and gets
// text back. Node names in the text are numbers (node1, n1), never a part of a label, so a label
// can be anything; whatever would mean something to a drawing tool is written so that the tool
// shows it instead of obeying it.
//
// A label is shown as it was typed, but for what no tool can show:
//   - every kind of line break (CR LF, CR, VT, FF, NEL, U+2028, U+2029) is one line break;
//   - a tab is a space;
//   - other control characters, Unicode noncharacters and bytes that are not UTF-8 become U+FFFD,
//     so that one sees that something was there.
package render

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Node is a box of the drawing.
type Node struct {
	Label  string
	Reward float64 // −1 to +1, which colours the box of a picture
}

// Edge joins two nodes by their index in Graph.Nodes. An edge with an end outside of the nodes
// is not drawn: where the nodes of a large graph were cut, its edges need no second filter.
type Edge struct {
	From, To int
	Type     string
	Strength float64
}

// Graph is what is drawn: the nodes in the order of their numbers, the edges in the order of
// their lines.
type Graph struct {
	Nodes []Node
	Edges []Edge
}

// drawn returns the edges with both ends among the nodes.
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

// clean brings a label to the characters that every tool can show; see the package comment.
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
