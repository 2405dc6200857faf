package graph

import (
	"cmp"
	"slices"
)

// Ordering is the result of Order. Nodes are indexes into the nodes of the projection.
type Ordering struct {
	Ordered []int32   // by level, then created_at, then serial number; without members of a cycle
	Level   []int     // by node
	Cycles  [][]int32 // one shortest closed path through one node of each strongly connected component
	before  adjacency
}

// Dependencies returns the direct predecessors of a node, oldest first. They include members of cycles.
func (o Ordering) Dependencies(node int32) []int32 { return o.before.of(node) }

// Order sorts a projection topologically by Kahn's algorithm (A. B. Kahn, Topological sorting of large
// networks, CACM 5(11), 1962). The level of a node is 0 if it has no predecessors, otherwise one more than
// their highest level. If another program wrote a cycle into the database, each strongly connected component
// counts as one node, so that the nodes after it are still ordered. Order takes time linear in nodes and
// edges (except for the final sort) and uses no recursion.
func Order(p Projection) Ordering {
	n := len(p.Nodes)
	edges := slices.Clone(p.Edges)
	slices.SortFunc(edges, func(a, b [2]int32) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	edges = slices.Compact(edges)
	after := newAdjacency(n, edges, 0)
	order := Ordering{before: newAdjacency(n, edges, 1)}
	order.before.sort(p)

	level, done := kahn(n, edges)
	inCycle := make([]bool, n)
	if done < n {
		component, size := components(after)
		level, _ = kahn(len(size), contract(edges, component))
		level = nodeLevels(level, component)
		order.Cycles = shortestCycles(after, component, size, inCycle, p)
	}
	order.Level = level
	for v := range int32(n) { //nolint:gosec // a graph of over 2³¹ episodes is not read into memory
		if !inCycle[v] {
			order.Ordered = append(order.Ordered, v)
		}
	}
	slices.SortFunc(order.Ordered, func(a, b int32) int {
		return cmp.Or(cmp.Compare(level[a], level[b]), p.older(a, b))
	})
	return order
}

// Levels returns the level of each of n nodes (see Order), or false if there is a cycle. Edges are pairs of indexes,
// from and to.
func Levels(n int, edges [][2]int32) ([]int, bool) {
	level, done := kahn(n, edges)
	return level, done == n
}

// older compares by created_at, then serial number.
func (p Projection) older(a, b int32) int {
	x, y := &p.Nodes[a], &p.Nodes[b]
	return cmp.Or(cmp.Compare(x.CreatedAt, y.CreatedAt), cmp.Compare(x.ID, y.ID))
}

// kahn returns each node's level, and the number of nodes that it could order.
func kahn(n int, edges [][2]int32) (level []int, done int) {
	after := newAdjacency(n, edges, 0)
	waiting := make([]int32, n)
	for _, e := range edges {
		waiting[e[1]]++
	}
	level = make([]int, n)
	queue := make([]int32, 0, n)
	for v, w := range waiting {
		if w == 0 {
			queue = append(queue, int32(v))
		}
	}
	for ; done < len(queue); done++ {
		v := queue[done]
		for _, w := range after.of(v) {
			level[w] = max(level[w], level[v]+1)
			if waiting[w]--; waiting[w] == 0 {
				queue = append(queue, w)
			}
		}
	}
	return level, done
}

// contract returns the edges between different components.
func contract(edges [][2]int32, component []int32) [][2]int32 {
	var between [][2]int32
	for _, e := range edges {
		if from, to := component[e[0]], component[e[1]]; from != to {
			between = append(between, [2]int32{from, to})
		}
	}
	return between
}

func nodeLevels(level []int, component []int32) []int {
	all := make([]int, len(component))
	for v, c := range component {
		all[v] = level[c]
	}
	return all
}

// adjacency is a graph as compressed rows. of(v) returns the neighbours of v.
type adjacency struct{ start, to []int32 }

// newAdjacency lists for each node the other ends of its edges, by end 0 (from) or 1 (to).
func newAdjacency(n int, edges [][2]int32, end int) adjacency {
	a := adjacency{start: make([]int32, n+1), to: make([]int32, len(edges))}
	for _, e := range edges {
		a.start[e[end]+1]++
	}
	for v := range n {
		a.start[v+1] += a.start[v]
	}
	next := slices.Clone(a.start)
	for _, e := range edges {
		a.to[next[e[end]]] = e[1-end]
		next[e[end]]++
	}
	return a
}

func (a adjacency) of(v int32) []int32 { return a.to[a.start[v]:a.start[v+1]] }

// sort sorts the neighbours of each node, oldest first.
func (a adjacency) sort(p Projection) {
	for v := range a.size() {
		slices.SortFunc(a.of(int32(v)), p.older)
	}
}

func (a adjacency) size() int { return len(a.start) - 1 }
