package graph_test

import (
	"fmt"
	"slices"
	"testing"

	"plotline/graph"
)

// TestRecallBelowUmbrella checks that an episode with many relationships never stands above one that matched by itself,
// unless it matches too.
func TestRecallBelowUmbrella(t *testing.T) {
	t.Parallel()
	for _, kind := range []graph.Type{graph.PartOf, graph.RelatedTo} {
		for _, children := range []int{6, 40, 260} { // above 200, the store leaves out its relationships
			t.Run(fmt.Sprintf("%d %s", children, kind), func(t *testing.T) {
				t.Parallel()
				recallBelow(t, kind, children)
			})
		}
	}
}

func recallBelow(t *testing.T, kind graph.Type, children int) {
	t.Helper()
	m := newMind(t)
	umbrella := m.create(t, "Bakery project")[0]
	names := make([]string, children)
	for i := range names {
		names[i] = fmt.Sprintf("Note %d", i)
		if i < 5 {
			names[i] = "Backup of database " + string(rune('A'+i))
		}
	}
	for _, id := range m.create(t, names...) {
		if _, err := m.AddRelationship(t.Context(), m.by, graph.AddRelationshipInput{
			FromEpisodeID: graph.EpisodeRef(id), ToEpisodeID: graph.EpisodeRef(umbrella), RelationshipType: kind, Strength: 1,
		}); err != nil {
			t.Fatal(err)
		}
	}
	for _, depth := range []int{1, 2} {
		out := m.recall(t, graph.RecallInput{Query: "database backup", Depth: depth})
		at := slices.Index(namesOf(out), "Bakery project")
		if len(out.Episodes) < 5 || at >= 0 && at < 5 {
			t.Errorf("%d children, depth %d: %q", children, depth, namesOf(out))
		}
		for i, e := range out.Episodes[1:] {
			if e.Score > out.Episodes[i].Score {
				t.Errorf("scores rise: %v after %v", e.Score, out.Episodes[i].Score)
			}
		}
		named := m.recall(t, graph.RecallInput{Query: "the bakery project", Depth: depth})
		if got := namesOf(named); got[0] != "Bakery project" {
			t.Errorf("%d children, depth %d, asked by name: %q", children, depth, got)
		}
	}
}
