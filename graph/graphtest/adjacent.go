package graphtest

import (
	"fmt"
	"slices"

	"plotline/graph"
)

var adjacentTopic = topic{"adjacent", []testCase{
	{"both ways, by type, each once", adjacentBothDirections},
	{"a crowd is left out", adjacentMaxDegree},
}}

// touches expects exactly the relationships at these indexes of the net.
func (g *net) touches(t tester, from []int, types []graph.Type, maxDegree int, want ...int) {
	t.Helper()
	ids := make([]graph.ID, len(from))
	for i, n := range from {
		ids[i] = g.episodes[n]
	}
	got, err := g.Adjacent(t.Context(), g.ws, ids, types, maxDegree, 0)
	ok(t, err)
	notNil(t, "relationships", got)
	wanted := make([]graph.ID, len(want))
	for i, n := range want {
		wanted[i] = g.rels[n]
	}
	rels, err := g.RelationshipsByID(t.Context(), g.ws, wanted)
	ok(t, err)
	for i := range rels {
		rels[i].Metadata = nil
	}
	same(t, fmt.Sprintf("adjacent to %v", from), byID(got), byID(rels))
}

func adjacentBothDirections(t tester, w *world) {
	g := w.net(t, 5, Edge{0, 1, graph.Follows, 0.9}, Edge{2, 0, graph.Causes, 0.5}, Edge{1, 2, graph.Refines, 1},
		Edge{3, 4, graph.PartOf, 1}, Edge{1, 0, graph.RelatedTo, 0})
	g.touches(t, []int{0}, nil, 10, 0, 1, 4)
	g.touches(t, []int{0, 1}, nil, 10, 0, 1, 2, 4)
	g.touches(t, []int{0, 1, 2, 3, 4}, nil, 10, 0, 1, 2, 3, 4)
	g.touches(t, []int{0}, []graph.Type{graph.Causes, graph.RelatedTo}, 10, 1, 4)
	g.touches(t, nil, nil, 10)
	got, err := w.Adjacent(t.Context(), w.ws, []graph.ID{graph.NewID()}, nil, 10, 0)
	ok(t, err)
	same(t, "of an unknown episode", len(got), 0)
	got, err = w.Adjacent(t.Context(), w.beside(t).ws, g.episodes, nil, 10, 0)
	ok(t, err)
	same(t, "of another workspace", len(got), 0)
}

func adjacentMaxDegree(t tester, w *world) {
	edges := make([]Edge, 0, 6)
	for i := range 5 {
		edges = append(edges, Edge{0, i + 1, graph.Follows, 1})
	}
	g := w.net(t, 6, append(edges, Edge{1, 0, graph.RelatedTo, 1})...)
	g.touches(t, []int{0}, nil, 6, 0, 1, 2, 3, 4, 5)
	g.touches(t, []int{0}, nil, 5)
	g.touches(t, []int{0, 2}, nil, 5, 1)
	g.touches(t, []int{0}, []graph.Type{graph.Follows}, 5, 0, 1, 2, 3, 4)
	g.touches(t, []int{0, 1}, []graph.Type{graph.RelatedTo}, 1, 5)
	all := slices.Clone(g.episodes)
	got, err := w.Adjacent(t.Context(), w.ws, all, nil, 0, 0)
	ok(t, err)
	same(t, "with no room", len(got), 0)
}
