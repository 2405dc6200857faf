package render

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"plotline/graph/kinds"
)

// treeText writes a tree as the command does, without names and rewards.
func treeText(g Graph) string {
	var b strings.Builder
	for _, line := range Tree(g) {
		b.WriteString(line.Prefix)
		if line.Verb != "" {
			b.WriteString(line.Verb + " ")
		}
		fmt.Fprintf(&b, "%d\n", line.Node)
		for _, link := range line.Also {
			fmt.Fprintf(&b, "%s also %s %d\n", line.Below, link.Verb, link.Node)
		}
	}
	return b.String()
}

func TestTree(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		nodes int
		edges []Edge
		want  string
	}{
		{"nothing", 0, nil, ""},
		{"single nodes", 2, nil, "0\n1\n"},
		{"a chain", 3, []Edge{{From: 0, To: 1, Type: "follows"}, {From: 1, To: 2, Type: "causes"}}, "0\nthen 1\ncauses 2\n"},
		{"the newer one begins", 2, []Edge{{From: 1, To: 0, Type: "refines"}}, "0\nrefined by 1\n"},
		{
			"branches, the longest last", 5,
			[]Edge{{From: 0, To: 1, Type: "follows"}, {From: 0, To: 2, Type: "follows"}, {From: 2, To: 3, Type: "causes"}, {From: 0, To: 4, Type: "part_of"}},
			"0\n├─ then 1\n├─ part of 4\nthen 2\ncauses 3\n",
		},
		{
			"reached twice", 3,
			[]Edge{{From: 0, To: 1, Type: "follows"}, {From: 1, To: 2, Type: "follows"}, {From: 2, To: 0, Type: "contradicts"}},
			"0\nthen 1\nthen 2\n also contradicts 0\n",
		},
		{
			"a branch with a branch", 6,
			[]Edge{{From: 0, To: 1, Type: "follows"}, {From: 1, To: 2, Type: "follows"}, {From: 1, To: 3, Type: "follows"}, {From: 0, To: 4, Type: "follows"}, {From: 4, To: 5, Type: "causes"}},
			"0\n├─ then 1\n│  ├─ then 2\n│  then 3\nthen 4\ncauses 5\n",
		},
		{"a cycle", 2, []Edge{{From: 0, To: 1, Type: "causes"}, {From: 1, To: 0, Type: "causes"}}, "0\ncauses 1\n also causes 0\n"},
		{"no such node", 1, []Edge{{From: 0, To: 1, Type: "causes"}, {From: -1, To: 0, Type: "causes"}}, "0\n"},
	} {
		g := Graph{Nodes: make([]Node, tt.nodes), Edges: tt.edges}
		if got := treeText(g); got != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.name, got, tt.want)
		}
	}
}

// TestTreeShowsEverythingOnce draws random graphs. Each node has one line, below its parent, and each edge is either in
// the tree or beside one of its nodes.
func TestTreeShowsEverythingOnce(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same graphs in every run
	for range 300 {
		g := Graph{Nodes: make([]Node, random.IntN(30))}
		for range random.IntN(60) {
			if n := len(g.Nodes); n > 1 {
				from := random.IntN(n)
				g.Edges = append(g.Edges, Edge{From: from, To: (from + 1 + random.IntN(n-1)) % n, Type: kinds.Names()[random.IntN(6)]})
			}
		}
		at, links, roots := map[int]int{}, 0, 0
		for i, line := range Tree(g) {
			if _, drawn := at[line.Node]; drawn {
				t.Fatalf("node %d has two lines in\n%s", line.Node, treeText(g))
			}
			at[line.Node] = i
			links += len(line.Also)
			if line.Verb == "" {
				roots++
			}
			for _, link := range line.Also {
				if above, drawn := at[link.Node]; !drawn || above >= i {
					t.Fatalf("node %d refers to %d, which is not above, in\n%s", line.Node, link.Node, treeText(g))
				}
			}
		}
		if len(at) != len(g.Nodes) || links+len(at)-roots != len(g.Edges) {
			t.Fatalf("%d lines of %d nodes, %d and %d of %d edges, in\n%s", len(at), len(g.Nodes), len(at)-roots, links, len(g.Edges), treeText(g))
		}
	}
}

// TestTreeOfChain checks that a long history is not indented.
func TestTreeOfChain(t *testing.T) {
	t.Parallel()
	g := Graph{Nodes: make([]Node, 500)}
	for i := range 499 {
		g.Edges = append(g.Edges, Edge{From: i, To: i + 1, Type: "follows"})
	}
	for _, line := range Tree(g) {
		if line.Prefix != "" {
			t.Fatalf("node %d has the prefix %q", line.Node, line.Prefix)
		}
	}
}
