package graphtest

import (
	"testing"

	"plotline/graph"
)

// ComputedOrder returns the whole order of a workspace, computed from nothing. A store must not change meanwhile.
func ComputedOrder(tb testing.TB, s graph.Store, ws string, t graph.Type) *graph.OrderPage {
	tb.Helper()
	part, err := s.Projection(tb.Context(), ws, t, nil)
	if err != nil {
		tb.Fatal(err)
	}
	order := graph.Order(part)
	want := &graph.OrderPage{Episodes: []graph.OrderedEpisode{}, Total: len(part.Nodes)}
	for _, n := range order.Ordered {
		e := graph.OrderedEpisode{Node: part.Nodes[n], Level: order.Level[n], Dependencies: []graph.ID{}}
		for _, before := range order.Dependencies(n) {
			e.Dependencies = append(e.Dependencies, part.Nodes[before].EpisodeID)
		}
		want.Episodes = append(want.Episodes, e)
	}
	return want
}
