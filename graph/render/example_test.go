package render_test

import (
	"os"

	"plotline/graph/render"
)

var story = render.Graph{
	Nodes: []render.Node{{Label: "Design"}, {Label: "Implementation"}, {Label: `Fix "retry" (again)`}},
	Edges: []render.Edge{
		{From: 0, To: 1, Type: "follows", Strength: 0.8},
		{From: 2, To: 1, Type: "part_of", Strength: 1},
	},
}

func ExampleGraphViz() {
	_, _ = os.Stdout.WriteString(render.GraphViz(story))
	// Output:
	// digraph {
	//   node1 [label="Design"];
	//   node2 [label="Implementation"];
	//   node3 [label="Fix \"retry\" (again)"];
	//   node1 -> node2 [label="follows (0.8)"];
	//   node3 -> node2 [label="part_of (1.0)"];
	// }
}

func ExampleMermaid() {
	_, _ = os.Stdout.WriteString(render.Mermaid(story))
	// Output:
	// graph TD
	//   n1[Design] -->|follows| n2[Implementation]
	//   n3["Fix #quot;retry#quot; (again)"] -->|part_of| n2[Implementation]
}
