package layered

import "cmp"

// link is an edge directed from left to right.
type link struct {
	left, right int  // nodes of the component
	edge        int  // index in Graph.Edges
	flipped     bool // the edge leads from right to left
}

// orient directs every edge of the component so that no cycle remains. The ordering edges determine a
// sequence of the nodes, and every edge is directed forwards in it.
//
// The sequence is that of Kahn ("Topological sorting of large networks", Communications of the ACM 5, 1962),
// oldest node first. In a cycle it continues with the node that has the most edges forwards minus edges
// backwards. See Eades, Lin and Smyth, "A fast and effective heuristic for the feedback arc set problem",
// Information Processing Letters 47, 1993.
func orient(w *work, g Graph, p component) []link {
	local := make(map[int]int, len(p.nodes))
	for i, node := range p.nodes {
		local[node] = i
	}
	links := make([]link, 0, len(p.edges))
	for _, e := range p.edges {
		from, to := local[g.Edges[e].From], local[g.Edges[e].To]
		if from != to {
			links = append(links, link{left: from, right: to, edge: e})
		}
	}
	rank := sequence(w, g, len(p.nodes), links)
	for i, l := range links {
		if rank[l.left] > rank[l.right] {
			links[i].left, links[i].right, links[i].flipped = l.right, l.left, true
		}
	}
	return links
}

// sequence returns the rank of each node.
func sequence(w *work, g Graph, nodes int, links []link) []int {
	next := make([][]int, nodes)
	before, after := make([]int, nodes), make([]int, nodes)
	for _, l := range links {
		if g.Edges[l.edge].Orders {
			next[l.left] = append(next[l.left], l.right)
			before[l.right]++
			after[l.left]++
		}
	}
	rank := make([]int, nodes)
	taken := make([]bool, nodes)
	for r := range nodes {
		best := -1
		for i := nodes - 1; i >= 0; i-- {
			if !taken[i] && (best < 0 || better(before, after, i, best)) {
				best = i
			}
		}
		if !w.step(nodes + len(next[best])) {
			return rank
		}
		taken[best], rank[best] = true, r
		for _, n := range next[best] {
			before[n]--
		}
	}
	return rank
}

// better reports whether a should come next rather than b, which is older.
func better(before, after []int, a, b int) bool {
	if before[b] == 0 {
		return false
	}
	if before[a] == 0 {
		return true
	}
	return cmp.Compare(after[a]-before[a], after[b]-before[b]) > 0
}
