package render

import "plotline/graph/kinds"

// Readable returns the graph with labels for people. Each type becomes a verb ("then" for follows, "part
// of"), and each node shows its reward below the name, unless that is 0. Unknown types stay unchanged.
func (g Graph) Readable() Graph {
	readable := Graph{Nodes: make([]Node, len(g.Nodes)), Edges: make([]Edge, len(g.Edges))}
	for i, n := range g.Nodes {
		if reward := rewardText(n.Reward); reward != "" {
			if n.Label != "" {
				n.Label += "\n"
			}
			n.Label += "reward " + reward
		}
		readable.Nodes[i] = n
	}
	for i, e := range g.Edges {
		e.Type = typeText(e.Type)
		readable.Edges[i] = e
	}
	return readable
}

// typeText returns how a type reads between two names: “a” then “b”.
func typeText(name string) string {
	verb, _ := verbsOf(name)
	return verb
}

// inverseText returns how a type reads from its end: “b” after “a”.
func inverseText(name string) string {
	_, back := verbsOf(name)
	return back
}

// verbsOf returns both. An unknown type is its own verb.
func verbsOf(name string) (verb, back string) {
	if k := kinds.Of(name); k != nil {
		return k.Drawn.Outgoing, k.Drawn.Incoming
	}
	return name, name
}
