package graph_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plotline/graph"
)

// nodes returns n nodes, the oldest first.
func nodes(n int) []graph.Node {
	list := make([]graph.Node, n)
	for i := range list {
		list[i] = graph.Node{ID: int64(i + 1), CreatedAt: graph.Time(i)}
	}
	return list
}

func TestOrder(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		n       int
		edges   [][2]int32
		ordered []int32
		level   []int
		cycles  [][]int32
	}{
		{"nothing", 0, nil, nil, []int{}, nil},
		{"one", 1, nil, []int32{0}, []int{0}, nil},
		{"no edges: by age", 3, nil, []int32{0, 1, 2}, []int{0, 0, 0}, nil},
		{"a chain against the age", 3, [][2]int32{{2, 1}, {1, 0}}, []int32{2, 1, 0}, []int{2, 1, 0}, nil},
		{"a diamond", 4, [][2]int32{{0, 1}, {0, 2}, {1, 3}, {2, 3}}, []int32{0, 1, 2, 3}, []int{0, 1, 1, 2}, nil},
		{"the longest way counts", 4, [][2]int32{{0, 3}, {0, 1}, {1, 2}, {2, 3}}, []int32{0, 1, 2, 3}, []int{0, 1, 2, 3}, nil},
		{"an edge twice", 2, [][2]int32{{0, 1}, {0, 1}}, []int32{0, 1}, []int{0, 1}, nil},
		{"a cycle of one", 2, [][2]int32{{0, 0}, {0, 1}}, []int32{1}, []int{0, 1}, [][]int32{{0, 0}}},
		{"a cycle of two", 2, [][2]int32{{0, 1}, {1, 0}}, nil, []int{0, 0}, [][]int32{{0, 1, 0}}},
		{
			"a cycle and what lies before and behind it", 5,
			[][2]int32{{4, 1}, {1, 2}, {2, 1}, {2, 3}, {3, 0}},
			[]int32{4, 3, 0},
			[]int{3, 1, 1, 2, 0},
			[][]int32{{1, 2, 1}},
		},
		{
			"the shortest of two cycles through the oldest", 4,
			[][2]int32{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {2, 0}},
			nil,
			[]int{0, 0, 0, 0},
			[][]int32{{0, 1, 2, 0}},
		},
		{"a member on itself is the shortest", 2, [][2]int32{{0, 1}, {1, 0}, {0, 0}}, nil, []int{0, 0}, [][]int32{{0, 0}}},
		{
			"two cycles, one behind the other", 4,
			[][2]int32{{3, 2}, {2, 3}, {3, 1}, {1, 0}, {0, 1}},
			nil,
			[]int{1, 1, 0, 0},
			[][]int32{{0, 1, 0}, {2, 3, 2}},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := graph.Order(graph.Projection{Nodes: nodes(test.n), Edges: test.edges})
			if diff := cmp.Diff(test.ordered, got.Ordered); diff != "" {
				t.Errorf("ordered (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.level, got.Level); diff != "" {
				t.Errorf("level (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.cycles, got.Cycles); diff != "" {
				t.Errorf("cycles (-want +got):\n%s", diff)
			}
		})
	}
}

// TestOrderOfTies checks the order within a level: by age, then by serial number.
func TestOrderOfTies(t *testing.T) {
	t.Parallel()
	p := graph.Projection{Nodes: []graph.Node{
		{ID: 9, CreatedAt: 5}, {ID: 2, CreatedAt: 5}, {ID: 5, CreatedAt: 4}, {ID: 1, CreatedAt: 6}, {ID: 7, CreatedAt: 1},
	}}
	for i := range int32(4) {
		p.Edges = append(p.Edges, [2]int32{i, 4})
	}
	got := graph.Order(p)
	if diff := cmp.Diff([]int32{2, 1, 0, 3, 4}, got.Ordered); diff != "" {
		t.Errorf("ordered (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int32{2, 1, 0, 3}, got.Dependencies(4)); diff != "" {
		t.Errorf("dependencies (-want +got):\n%s", diff)
	}
}

func TestOrderDoesNotChangeProjection(t *testing.T) {
	t.Parallel()
	p := graph.Projection{Nodes: nodes(3), Edges: [][2]int32{{2, 1}, {1, 0}, {2, 1}}}
	before := slices.Clone(p.Edges)
	graph.Order(p)
	if diff := cmp.Diff(before, p.Edges); diff != "" {
		t.Errorf("edges (-before +after):\n%s", diff)
	}
}

// long is the length of the longest chain in tests of speed.
const long = 100_000

// chain is 0 → 1 → … → long-1, with its edges in reverse order.
func chain() [][2]int32 {
	edges := make([][2]int32, 0, long)
	for i := int32(long - 2); i >= 0; i-- {
		edges = append(edges, [2]int32{i, i + 1})
	}
	return edges
}

// ladder has 2^rungs paths from its first node to its last.
func ladder(rungs int32) (n int, edges [][2]int32) {
	for i := range rungs {
		a := 3 * i
		edges = append(edges, [2]int32{a, a + 1}, [2]int32{a, a + 2}, [2]int32{a + 1, a + 3}, [2]int32{a + 2, a + 3})
	}
	return int(3*rungs + 1), edges
}

// TestOrderOfLargeGraphs checks that depth and the number of paths cost no more than nodes and edges.
func TestOrderOfLargeGraphs(t *testing.T) {
	t.Parallel()
	wide, diamonds := ladder(40)
	tests := []struct {
		name    string
		n       int
		edges   [][2]int32
		highest int
		cycles  []int // their lengths
	}{
		{"a chain", long, chain(), long - 1, nil},
		{"a ladder of diamonds", wide, diamonds, 80, nil},
		{"a closed chain", long, append(chain(), [2]int32{long - 1, 0}), 0, []int{long + 1}},
		{"a closed ladder", wide, append(slices.Clip(diamonds), [2]int32{3 * 40, 0}), 0, []int{82}},
		{"a chain with its end in a cycle", long, append(chain(), [2]int32{long - 1, long - 2}), long - 2, []int{3}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := graph.Projection{Nodes: nodes(test.n), Edges: test.edges}
			start := time.Now()
			got := graph.Order(p)
			const limit = 15 * time.Second // it takes about 20 ms, but the race detector and other tests slow it down
			if spent := time.Since(start); spent > limit {
				t.Errorf("took %v", spent)
			}
			if highest := slices.Max(got.Level); highest != test.highest {
				t.Errorf("highest level %d, want %d", highest, test.highest)
			}
			var cycles []int
			members := 0
			for _, cycle := range got.Cycles {
				cycles = append(cycles, len(cycle))
				members += len(cycle) - 1
			}
			if diff := cmp.Diff(test.cycles, cycles); diff != "" {
				t.Errorf("lengths of cycles (-want +got):\n%s", diff)
			}
			if len(got.Ordered)+members > test.n {
				t.Errorf("%d ordered and %d in cycles, of %d", len(got.Ordered), members, test.n)
			}
		})
	}
}

func BenchmarkOrderChain(b *testing.B) {
	p := graph.Projection{Nodes: nodes(long), Edges: chain()}
	b.ReportAllocs()
	for b.Loop() {
		if got := graph.Order(p); got.Level[long-1] != long-1 {
			b.Fatal(got.Level[long-1])
		}
	}
}
