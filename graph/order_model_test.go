package graph_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"plotline/graph"
)

// naive implements the definitions directly, for graphs so small that time does not matter.
type naive struct {
	p     graph.Projection
	edge  map[[2]int32]bool
	reach [][]bool // over one edge or more
}

func newNaive(p graph.Projection) naive {
	n := len(p.Nodes)
	m := naive{p: p, edge: map[[2]int32]bool{}, reach: make([][]bool, n)}
	for i := range m.reach {
		m.reach[i] = make([]bool, n)
	}
	for _, e := range p.Edges {
		m.edge[e] = true
		m.reach[e[0]][e[1]] = true
	}
	for k := range n { // Warshall
		for i := range n {
			for j := range n {
				m.reach[i][j] = m.reach[i][j] || m.reach[i][k] && m.reach[k][j]
			}
		}
	}
	return m
}

func (m naive) inCycle(v int32) bool { return m.reach[v][v] }

// together reports whether two nodes are in one strongly connected component.
func (m naive) together(v, w int32) bool { return v == w || m.reach[v][w] && m.reach[w][v] }

// level is the level of the node's component: 0, or one more than the highest component before it.
func (m naive) level(v int32) int {
	highest := -1
	for e := range m.edge {
		if m.together(e[1], v) && !m.together(e[0], v) {
			highest = max(highest, m.level(e[0]))
		}
	}
	return highest + 1
}

// distance is the number of edges of a shortest closed walk through v.
func (m naive) distance(v int32) int {
	at := map[int32]bool{v: true}
	for steps := 1; ; steps++ {
		next := map[int32]bool{}
		for e := range m.edge {
			if at[e[0]] {
				next[e[1]] = true
			}
		}
		if next[v] {
			return steps
		}
		at = next
	}
}

func (m naive) older(v, w int32) bool {
	a, b := m.p.Nodes[v], m.p.Nodes[w]
	return a.CreatedAt < b.CreatedAt || a.CreatedAt == b.CreatedAt && a.ID < b.ID
}

// graphs draws nodes, many with equal times, and edges. Acyclic graphs have edges that ascend in a shuffled
// numbering.
func graphs(acyclic bool) *rapid.Generator[graph.Projection] {
	return rapid.Custom(func(t *rapid.T) graph.Projection {
		n := rapid.IntRange(1, 9).Draw(t, "n")
		serial := rapid.Permutation(sequence(n)).Draw(t, "serial")
		name := rapid.Permutation(sequence(n)).Draw(t, "numbering")
		p := graph.Projection{Nodes: make([]graph.Node, n)}
		for i := range p.Nodes {
			p.Nodes[i] = graph.Node{ID: int64(serial[i] + 1), CreatedAt: graph.Time(rapid.IntRange(0, 3).Draw(t, "created_at"))}
		}
		end := rapid.IntRange(0, n-1)
		for range rapid.IntRange(0, 2*n).Draw(t, "edges") {
			a, b := end.Draw(t, "from"), end.Draw(t, "to")
			if acyclic && a == b {
				continue
			}
			if acyclic && a > b {
				a, b = b, a
			}
			p.Edges = append(p.Edges, [2]int32{name[a], name[b]})
		}
		return p
	})
}

func sequence(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(i)
	}
	return list
}

func TestOrderOfAcyclicGraphs(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := graphs(true).Draw(t, "graph")
		got := graph.Order(p)
		if len(got.Cycles) > 0 || len(got.Ordered) != len(p.Nodes) {
			t.Fatalf("%d ordered of %d, cycles %v", len(got.Ordered), len(p.Nodes), got.Cycles)
		}
		checkOrder(t, newNaive(p), got)
	})
}

func TestOrderOfAnyGraph(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := graphs(false).Draw(t, "graph")
		m, got := newNaive(p), graph.Order(p)
		checkOrder(t, m, got)
		checkCycles(t, m, got.Cycles)
	})
}

func checkOrder(t *rapid.T, m naive, got graph.Ordering) {
	place := map[int32]int{}
	for i, v := range got.Ordered {
		place[v] = i
	}
	for _, v := range sequence(len(m.p.Nodes)) {
		if got.Level[v] != m.level(v) {
			t.Fatalf("node %d has level %d, want %d", v, got.Level[v], m.level(v))
		}
		if _, ordered := place[v]; ordered == m.inCycle(v) {
			t.Fatalf("node %d is ordered: %v, and in a cycle: %v", v, ordered, m.inCycle(v))
		}
		checkDependencies(t, m, v, got.Dependencies(v))
	}
	if len(place) != len(got.Ordered) {
		t.Fatalf("a node is ordered twice: %v", got.Ordered)
	}
	for e := range m.edge {
		if !m.inCycle(e[0]) && !m.inCycle(e[1]) && place[e[0]] > place[e[1]] {
			t.Fatalf("the order %v does not respect %v", got.Ordered, e)
		}
		if !m.together(e[0], e[1]) && got.Level[e[0]] >= got.Level[e[1]] {
			t.Fatalf("level %d behind level %d", got.Level[e[1]], got.Level[e[0]])
		}
	}
	for i := 1; i < len(got.Ordered); i++ {
		v, w := got.Ordered[i-1], got.Ordered[i]
		if got.Level[v] > got.Level[w] || got.Level[v] == got.Level[w] && !m.older(v, w) {
			t.Fatalf("%d stands before %d in %v", v, w, got.Ordered)
		}
	}
}

func checkDependencies(t *rapid.T, m naive, v int32, got []int32) {
	want := map[int32]bool{}
	for e := range m.edge {
		if e[1] == v {
			want[e[0]] = true
		}
	}
	for i, w := range got {
		if !want[w] || i > 0 && !m.older(got[i-1], w) {
			t.Fatalf("dependencies of %d are %v, of %v", v, got, want)
		}
	}
	if len(got) != len(want) {
		t.Fatalf("dependencies of %d are %v, want %v", v, got, want)
	}
}

func checkCycles(t *rapid.T, m naive, cycles [][]int32) {
	for i, cycle := range cycles {
		start := cycle[0]
		if cycle[len(cycle)-1] != start || len(cycle) < 2 {
			t.Fatalf("cycle %v is not closed", cycle)
		}
		for j := 1; j < len(cycle); j++ {
			if !m.edge[[2]int32{cycle[j-1], cycle[j]}] {
				t.Fatalf("cycle %v has a step that is no edge", cycle)
			}
		}
		if inside := slices.Clone(cycle[1:]); len(slices.Compact(slices.Sorted(slices.Values(inside)))) != len(inside) {
			t.Fatalf("cycle %v meets a node twice", cycle)
		}
		if len(cycle)-1 != m.distance(start) {
			t.Fatalf("cycle %v is not the shortest through its start, of %d", cycle, m.distance(start))
		}
		for _, v := range sequence(len(m.p.Nodes)) {
			if m.together(v, start) && m.older(v, start) {
				t.Fatalf("cycle %v does not start at its component's oldest, %d", cycle, v)
			}
		}
		if i > 0 && !m.older(cycles[i-1][0], start) {
			t.Fatalf("cycles %v are not in the order of their starts", cycles)
		}
	}
	for _, v := range sequence(len(m.p.Nodes)) {
		count := 0
		for _, cycle := range cycles {
			if m.together(v, cycle[0]) {
				count++
			}
		}
		if want := map[bool]int{true: 1, false: 0}[m.inCycle(v)]; count != want {
			t.Fatalf("%d cycles for the component of %d, want %d: %v", count, v, want, cycles)
		}
	}
}
