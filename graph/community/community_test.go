package community_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"plotline/graph/community"
)

func edges(pairs ...[2]int32) []community.Edge {
	list := make([]community.Edge, len(pairs))
	for i, p := range pairs {
		list[i] = community.Edge{A: p[0], B: p[1], Weight: 1}
	}
	return list
}

func TestFind(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		n     int
		edges []community.Edge
		want  []int32
	}{
		"nothing":        {0, nil, []int32{}},
		"no edges":       {3, nil, []int32{0, 1, 2}},
		"a pair":         {3, edges([2]int32{0, 2}), []int32{0, 1, 0}},
		"two triangles":  {6, edges([2]int32{0, 1}, [2]int32{1, 2}, [2]int32{2, 0}, [2]int32{2, 3}, [2]int32{3, 4}, [2]int32{4, 5}, [2]int32{5, 3}), []int32{0, 0, 0, 1, 1, 1}},
		"a loop":         {2, edges([2]int32{0, 0}), []int32{0, 1}},
		"repeated edges": {4, edges([2]int32{0, 1}, [2]int32{1, 0}, [2]int32{1, 2}, [2]int32{2, 3}, [2]int32{3, 2}), []int32{0, 0, 1, 1}},
		"weights": {4, []community.Edge{
			{A: 0, B: 1, Weight: 0.1}, {A: 1, B: 2, Weight: 5}, {A: 2, B: 3, Weight: 0.1}, {A: 3, B: 0, Weight: 5},
		}, []int32{0, 1, 1, 0}},
	} {
		got, err := community.Find(t.Context(), c.n, c.edges)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, %v, want %v", name, got, err, c.want)
		}
	}
}

func TestFindCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := community.Find(ctx, 2, edges([2]int32{0, 1})); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// modularity is the measure that the method maximises.
func modularity(n int, list []community.Edge, of []int32) float64 {
	degree := make([]float64, n)
	total, inside := 0.0, 0.0
	for _, e := range list {
		degree[e.A] += e.Weight
		degree[e.B] += e.Weight
		total += 2 * e.Weight
		if of[e.A] == of[e.B] {
			inside += 2 * e.Weight
		}
	}
	if total == 0 {
		return 0
	}
	sums := map[int32]float64{}
	for i, d := range degree {
		sums[of[i]] += d
	}
	q := inside / total
	for _, s := range sums {
		q -= s * s / total / total
	}
	return q
}

// TestFindRandom checks on drawn graphs that the result does not depend on the run, is no worse than single nodes or
// one community, and never joins nodes that no path joins.
func TestFindRandom(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "nodes")
		node := rapid.Int32Range(0, int32(n-1)) //nolint:gosec // at most 40
		list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) community.Edge {
			return community.Edge{A: node.Draw(t, "a"), B: node.Draw(t, "b"), Weight: rapid.Float64Range(0.01, 1).Draw(t, "weight")}
		}), 0, 80).Draw(t, "edges")
		got, err := community.Find(t.Context(), n, list)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := community.Find(t.Context(), n, list)
		if !slices.Equal(got, again) {
			t.Fatalf("%v, then %v", got, again)
		}
		single := make([]int32, n)
		for i := range single {
			single[i] = int32(i)
		}
		const rounding = 1e-9
		if q := modularity(n, list, got); q < modularity(n, list, single)-rounding || q < modularity(n, list, make([]int32, n))-rounding {
			t.Fatalf("modularity %g of %v is lower than that of a trivial partition", q, got)
		}
		part := components(n, list)
		for i := range n {
			for j := range i {
				if got[i] == got[j] && part[i] != part[j] {
					t.Fatalf("%d and %d are in one community, and nothing joins them", i, j)
				}
			}
		}
	})
}

func components(n int, list []community.Edge) []int32 {
	of := make([]int32, n)
	for i := range of {
		of[i] = int32(i)
	}
	for range n {
		for _, e := range list {
			low := min(of[e.A], of[e.B])
			of[e.A], of[e.B] = low, low
		}
	}
	return of
}
