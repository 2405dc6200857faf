package graph_test

import (
	"fmt"

	"plotline/graph"
	"plotline/graph/analysis"
)

// Nodes without predecessors have level 0. Every other node is one level above the highest of its
// predecessors.
func ExampleOrder() {
	p := graph.Projection{
		Nodes: []graph.Node{
			{ID: 1, Name: "design"}, {ID: 2, Name: "backend"}, {ID: 3, Name: "frontend"}, {ID: 4, Name: "launch"},
		},
		Edges: [][2]int32{{0, 1}, {0, 2}, {1, 3}, {2, 3}},
	}
	order := graph.Order(p)
	for _, node := range order.Ordered {
		fmt.Println(order.Level[node], p.Nodes[node].Name, order.Dependencies(node))
	}
	// Output:
	// 0 design []
	// 1 backend [0]
	// 1 frontend [0]
	// 2 launch [1 2]
}

// If another program wrote a cycle, Cycles lists it, and the nodes after it are still ordered.
func ExampleOrder_cycle() {
	p := graph.Projection{
		Nodes: []graph.Node{{ID: 1, Name: "egg"}, {ID: 2, Name: "hen"}, {ID: 3, Name: "soup"}},
		Edges: [][2]int32{{0, 1}, {1, 0}, {1, 2}},
	}
	order := graph.Order(p)
	fmt.Println("cycle:", order.Cycles)
	for _, node := range order.Ordered {
		fmt.Println(order.Level[node], p.Nodes[node].Name)
	}
	// Output:
	// cycle: [[0 1 0]]
	// 1 soup
}

func ExampleTokens() {
	fmt.Printf("%q\n", analysis.Tokens(`"Ｆix" the café-server 2.0 — データ`))
	// Output: ["fix" "the" "café" "server" "2" "0" "デ" "ー" "タ"]
}
