package render

import (
	"cmp"
	"slices"
)

// TreeLine is one line of a graph that is drawn as a tree.
type TreeLine struct {
	Node   int    // index in Graph.Nodes
	Prefix string // the lines of the tree left of the node
	Below  string // the same for further lines of text below the node
	Verb   string // how the node is related to its parent: parent, verb, node. Empty for a root
	// Also are the relationships with nodes above that are not in the tree.
	Also []TreeLink
}

// TreeLink is a relationship that the tree does not draw: node, verb, Node.
type TreeLink struct {
	Node int
	Verb string
}

// Tree returns the graph as a tree that needs only text. Each node has one line. Its parent is a node before it in age,
// so the tree grows from the oldest nodes on. Of several such nodes, the parent is the latest, one of an ordering type
// first. All other relationships are in Also, once, at the lower of their two lines.
//
// A chain is not indented: the longest branch of a node continues below the others, at the node's own depth.
//
// Nodes must be in order of age, oldest first.
func Tree(g Graph) []TreeLine {
	t := tree{graph: g, parents: make([]int, len(g.Nodes)), children: make([][]int, len(g.Nodes)), heights: make([]int, len(g.Nodes))}
	t.choose()
	for root, edge := range t.parents {
		if edge < 0 {
			t.draw(root, "", "", "")
		}
	}
	t.link()
	return t.lines
}

type tree struct {
	graph    Graph
	parents  []int   // the edge to each node's parent; −1 for a root
	children [][]int // of each node, by age
	heights  []int   // the number of nodes in the longest branch
	lines    []TreeLine
}

// choose chooses the parents. Every node comes after its parent, so there is no cycle.
func (t *tree) choose() {
	for i := range t.parents {
		t.parents[i] = -1
	}
	for i, e := range t.graph.Edges {
		if !t.graph.has(e.From) || !t.graph.has(e.To) || e.From == e.To {
			continue
		}
		node := max(e.From, e.To)
		if best := t.parents[node]; best < 0 || t.compare(i, best) > 0 {
			t.parents[node] = i
		}
	}
	for node := range slices.Backward(t.parents) {
		t.heights[node]++
		if t.parents[node] >= 0 {
			parent := t.parent(node)
			t.children[parent] = append(t.children[parent], node)
			t.heights[parent] = max(t.heights[parent], t.heights[node])
		}
	}
	for _, nodes := range t.children {
		slices.Reverse(nodes)
	}
}

// compare tells which of two edges to a node is the better one for the tree.
func (t *tree) compare(a, b int) int {
	rank := func(e Edge) int {
		if (e.Type == "follows" || e.Type == "causes") && e.From < e.To {
			return 1
		}
		return 0
	}
	x, y := t.graph.Edges[a], t.graph.Edges[b]
	return cmp.Or(cmp.Compare(rank(x), rank(y)), cmp.Compare(min(x.From, x.To), min(y.From, y.To)))
}

func (t *tree) parent(node int) int {
	e := t.graph.Edges[t.parents[node]]
	return min(e.From, e.To)
}

// draw adds the lines of a node and of all below it. Before is what the lines below the node begin with. A loop
// follows the longest branch, so that a long chain does not nest calls.
func (t *tree) draw(node int, prefix, before, verb string) {
	for {
		children := t.children[node]
		next := t.longest(children)
		below := before
		if next >= 0 {
			below += "│ "
		}
		t.lines = append(t.lines, TreeLine{Node: node, Prefix: prefix, Below: below, Verb: verb})
		for _, child := range children {
			if child != next {
				t.draw(child, before+"├─ ", before+"│  ", t.verb(child))
			}
		}
		if next < 0 {
			return
		}
		node, prefix, verb = next, before, t.verb(next)
	}
}

// longest returns the child with the longest branch, the latest of several, or −1 without children.
func (t *tree) longest(children []int) int {
	longest := -1
	for _, child := range children {
		if longest < 0 || t.heights[child] >= t.heights[longest] {
			longest = child
		}
	}
	return longest
}

// verb returns how a node is related to its parent.
func (t *tree) verb(node int) string {
	e := t.graph.Edges[t.parents[node]]
	if e.To == node {
		return typeText(e.Type)
	}
	return inverseText(e.Type)
}

// link adds the relationships that the tree does not draw.
func (t *tree) link() {
	at := make([]int, len(t.graph.Nodes))
	for i, line := range t.lines {
		at[line.Node] = i
	}
	for i, e := range t.graph.Edges {
		if !t.graph.has(e.From) || !t.graph.has(e.To) || t.parents[e.From] == i || t.parents[e.To] == i {
			continue
		}
		link := TreeLink{e.To, typeText(e.Type)}
		line := &t.lines[at[e.From]]
		if at[e.To] > at[e.From] {
			link, line = TreeLink{e.From, inverseText(e.Type)}, &t.lines[at[e.To]]
		}
		line.Also = append(line.Also, link)
	}
}
