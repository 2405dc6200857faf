package render

// Readable is the graph in words for people: each relationship as a sentence would say it ("then" for
// follows, "part of"), and below each name the reward, unless that is 0. Types that Plotline does not know
// stay as they are.
func (g Graph) Readable() Graph {
	told := Graph{Nodes: make([]Node, len(g.Nodes)), Edges: make([]Edge, len(g.Edges))}
	for i, n := range g.Nodes {
		if reward := rewardText(n.Reward); reward != "" {
			if n.Label != "" {
				n.Label += "\n"
			}
			n.Label += "reward " + reward
		}
		told.Nodes[i] = n
	}
	for i, e := range g.Edges {
		e.Type = said(e.Type)
		told.Edges[i] = e
	}
	return told
}

// said is how a type reads between two names: “a” then “b”.
func said(name string) string {
	for _, t := range edgeTypes {
		if t.name == name && name != "" {
			return t.verb
		}
	}
	return name
}
