package graph_test

import (
	"fmt"

	"plotline/graph"
	"plotline/graph/analysis"
)

// What nothing comes before has level 0; everything else stands one level above the highest that it
// depends on.
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

// Where an outside writer closed a ring, its members are told apart, and what lies behind is ordered.
func ExampleOrder_ring() {
	p := graph.Projection{
		Nodes: []graph.Node{{ID: 1, Name: "egg"}, {ID: 2, Name: "hen"}, {ID: 3, Name: "soup"}},
		Edges: [][2]int32{{0, 1}, {1, 0}, {1, 2}},
	}
	order := graph.Order(p)
	fmt.Println("ring:", order.Rings)
	for _, node := range order.Ordered {
		fmt.Println(order.Level[node], p.Nodes[node].Name)
	}
	// Output:
	// ring: [[0 1 0]]
	// 1 soup
}

func ExampleTokens() {
	fmt.Printf("%q\n", analysis.Tokens(`"Ｆix" the café-server 2.0 — データ`))
	// Output: ["fix" "the" "café" "server" "2" "0" "デ" "ー" "タ"]
}
