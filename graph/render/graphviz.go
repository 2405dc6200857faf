package render

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// GraphViz returns the graph in the DOT language: all nodes in order, named node1, node2, …, then all edges
// in order, labelled with type and strength.
//
// A line break in a label is the DOT escape \n, so each node and each edge is one line of text.
func GraphViz(g Graph) string {
	var b strings.Builder
	b.WriteString("digraph {\n")
	for i, n := range g.Nodes {
		fmt.Fprintf(&b, "  node%d [label=%s];\n", i+1, dotString(n.Label))
	}
	for _, e := range g.drawn() {
		label := e.Type + " (" + formatStrength(e.Strength) + ")"
		fmt.Fprintf(&b, "  node%d -> node%d [label=%s];\n", e.From+1, e.To+1, dotString(label))
	}
	b.WriteString("}\n")
	return b.String()
}

// dotEntity matches entities, which dot decodes even in plain quoted strings. Only these are escaped, so that
// an ordinary ampersand ("R&D") stays readable.
var dotEntity = regexp.MustCompile(`&(#|[0-9A-Za-z]*;)`)

// dotEscaper doubles backslashes, because dot substitutes \N, \G, \l and others in labels.
var dotEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func dotString(label string) string {
	escaped := dotEntity.ReplaceAllString(clean(label), "&amp;$1")
	return `"` + dotEscaper.Replace(escaped) + `"`
}

// formatStrength returns the shortest decimal form that parses to the same number, with at least one decimal.
func formatStrength(strength float64) string {
	s := strconv.FormatFloat(strength, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
