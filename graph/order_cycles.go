package graph

import "slices"

// This file finds the cycles for Order. The check of a new relationship is Store.FindCycle, in each store's cycle.go.

// components numbers the strongly connected components and counts their members (R. Tarjan, Depth-first
// search and linear graph algorithms, SIAM J. Comput. 1(2), 1972). It uses an explicit stack instead of
// recursion.
func components(g adjacency) (component []int32, size []int) {
	t := tarjan{
		g: g, component: make([]int32, g.size()), low: make([]int32, g.size()),
		index: make([]int32, g.size()), next: slices.Clone(g.start),
	}
	for v := range t.component {
		t.component[v] = -1
	}
	for v := range t.component {
		if t.index[v] == 0 {
			t.walk(int32(v))
		}
	}
	return t.component, t.size
}

type tarjan struct {
	g                     adjacency
	component, low, index []int32 // index 0 is not yet visited
	next                  []int32 // index of the next edge to visit, by node
	path, open            []int32 // the call stack, and the nodes without a component yet
	size                  []int
	visited               int32
}

func (t *tarjan) walk(root int32) {
	t.enter(root)
	for len(t.path) > 0 {
		v := t.path[len(t.path)-1]
		if t.next[v] == t.g.start[v+1] {
			t.leave(v)
			continue
		}
		w := t.g.to[t.next[v]]
		t.next[v]++
		switch {
		case t.index[w] == 0:
			t.enter(w)
		case t.component[w] < 0:
			t.low[v] = min(t.low[v], t.index[w])
		}
	}
}

func (t *tarjan) enter(v int32) {
	t.visited++
	t.index[v], t.low[v] = t.visited, t.visited
	t.path = append(t.path, v)
	t.open = append(t.open, v)
}

func (t *tarjan) leave(v int32) {
	t.path = t.path[:len(t.path)-1]
	if len(t.path) > 0 {
		parent := t.path[len(t.path)-1]
		t.low[parent] = min(t.low[parent], t.low[v])
	}
	if t.low[v] != t.index[v] {
		return
	}
	number, members := int32(len(t.size)), 0 //nolint:gosec // see Order
	for done := false; !done; members++ {
		w := t.open[len(t.open)-1]
		t.open = t.open[:len(t.open)-1]
		t.component[w] = number
		done = w == v
	}
	t.size = append(t.size, members)
}

// shortestCycles returns a shortest closed path through the oldest node of each component with a cycle, in the order
// of those nodes. It marks every member of such a component.
func shortestCycles(g adjacency, component []int32, size []int, member []bool, p Projection) [][]int32 {
	oldest := make(map[int32]int32)
	for v := range int32(g.size()) { //nolint:gosec // see Order
		c := component[v]
		if size[c] == 1 && !slices.Contains(g.of(v), v) {
			continue
		}
		member[v] = true
		if o, ok := oldest[c]; !ok || p.older(v, o) < 0 {
			oldest[c] = v
		}
	}
	starts := make([]int32, 0, len(oldest))
	for _, v := range oldest {
		starts = append(starts, v)
	}
	slices.SortFunc(starts, p.older)
	paths := make([][]int32, len(starts))
	for i, v := range starts {
		paths[i] = closedPath(g, component, v)
	}
	return paths
}

// closedPath walks breadth first from a node within its component until it returns to that node. This always
// happens in a component with a cycle.
func closedPath(g adjacency, component []int32, start int32) []int32 {
	from := map[int32]int32{}
	queue := []int32{start}
	for i := 0; ; i++ {
		v := queue[i]
		for _, w := range g.of(v) {
			if w == start {
				return unwind(from, start, v)
			}
			if _, seen := from[w]; !seen && component[w] == component[start] {
				from[w] = v
				queue = append(queue, w)
			}
		}
	}
}

func unwind(from map[int32]int32, start, last int32) []int32 {
	path := []int32{start}
	for v := last; v != start; v = from[v] {
		path = append(path, v)
	}
	path = append(path, start)
	slices.Reverse(path)
	return path
}
