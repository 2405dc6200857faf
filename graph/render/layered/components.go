package layered

// component is a connected component of the graph, as indexes of its nodes and edges.
type component struct {
	nodes, edges []int
}

// split returns the connected components that have an edge, in the order of their first nodes, and the nodes
// without edges.
func split(w *work, g Graph) (parts []component, lone []int) {
	root := make([]int, len(g.Nodes))
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	joined := make([]bool, len(g.Nodes))
	for _, e := range g.Edges {
		w.step(1)
		joined[e.From], joined[e.To] = true, true
		a, b := find(e.From), find(e.To)
		root[max(a, b)] = min(a, b)
	}
	place := make(map[int]int)
	for i := range g.Nodes {
		w.step(1)
		if !joined[i] {
			lone = append(lone, i)
			continue
		}
		r := find(i)
		if r == i {
			place[r] = len(parts)
			parts = append(parts, component{})
		}
		p := &parts[place[r]]
		p.nodes = append(p.nodes, i)
	}
	for i, e := range g.Edges {
		p := &parts[place[find(e.From)]]
		p.edges = append(p.edges, i)
	}
	return parts, lone
}
