package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadable(t *testing.T) {
	t.Parallel()
	g := Graph{
		Nodes: []Node{{"Design", 0.8}, {"Build", 0}, {"", -0.5}, {"a\nb", 1}, {"Tiny", 0.001}},
		Edges: []Edge{
			{0, 1, "follows", 0.8},
			{0, 1, "causes", 1},
			{1, 0, "part_of", 1},
			{1, 2, "related_to", 1},
			{2, 3, "contradicts", 1},
			{3, 2, "refines", 1},
			{0, 1, "from outside", 1},
			{0, 1, "", 1},
			{0, 9, "follows", 1},
		},
	}
	before := Graph{Nodes: append([]Node(nil), g.Nodes...), Edges: append([]Edge(nil), g.Edges...)}
	const wantDot = `digraph {
  node1 [label="Design\nreward +0.8"];
  node2 [label="Build"];
  node3 [label="reward −0.5"];
  node4 [label="a\nb\nreward +1"];
  node5 [label="Tiny"];
  node1 -> node2 [label="then (0.8)"];
  node1 -> node2 [label="causes (1.0)"];
  node2 -> node1 [label="part of (1.0)"];
  node2 -> node3 [label="related to (1.0)"];
  node3 -> node4 [label="contradicts (1.0)"];
  node4 -> node3 [label="refines (1.0)"];
  node1 -> node2 [label="from outside (1.0)"];
  node1 -> node2 [label=" (1.0)"];
}
`
	const wantMermaid = `graph TD
  n5[Tiny]
  n1["Design<br/>reward +0.8"] -->|then| n2[Build]
  n1["Design<br/>reward +0.8"] -->|causes| n2[Build]
  n2[Build] -->|part of| n1["Design<br/>reward +0.8"]
  n2[Build] -->|related to| n3["reward −0.5"]
  n3["reward −0.5"] -->|contradicts| n4["a<br/>b<br/>reward +1"]
  n4["a<br/>b<br/>reward +1"] -->|refines| n3["reward −0.5"]
  n1["Design<br/>reward +0.8"] -->|from outside| n2[Build]
  n1["Design<br/>reward +0.8"] -->|" "| n2[Build]
`
	if diff := cmp.Diff(wantDot, GraphViz(g.Readable())); diff != "" {
		t.Errorf("GraphViz (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(wantMermaid, Mermaid(g.Readable())); diff != "" {
		t.Errorf("Mermaid (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(before, g); diff != "" {
		t.Errorf("the graph itself changed (-before +after):\n%s", diff)
	}
}
