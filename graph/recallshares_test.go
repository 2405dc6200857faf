package graph_test

import (
	"fmt"
	"testing"

	"plotline/graph"
)

// TestNeighboursDoNotDisplaceTheAnswer asks for an episode by its title, beside an episode that many others with some of the words
// refine.
func TestNeighboursDoNotDisplaceTheAnswer(t *testing.T) {
	t.Parallel()
	m := newMind(t)
	asked := "Remove experimental support for offloading tunnels"
	in := graph.CreateEpisodesInput{Episodes: []graph.CreateEpisodeInput{
		{Name: asked, Query: asked}, {Name: "Support tunnels in userspace", Query: "Support tunnels in userspace, with offloading"},
	}}
	for i := range 4 {
		name := fmt.Sprintf("Fix offloading of tunnels, part %d", i)
		in.Episodes = append(in.Episodes, graph.CreateEpisodeInput{Name: name, Query: name + ", which support removed"})
		in.Relationships = append(in.Relationships, graph.BatchRelationship{From: fmt.Sprint("#", i+2), To: "#1", RelationshipType: graph.Refines, Strength: 1})
	}
	if _, err := m.CreateEpisodes(t.Context(), m.by, in); err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{asked, "why did we remove experimental support for offloading tunnels?", "remove offloading tunnels"} {
		found, err := m.Recall(t.Context(), m.by, graph.RecallInput{Query: query, Limit: 5, Depth: 2, MaxBytes: 10_000})
		if err != nil || len(found.Episodes) == 0 || found.Episodes[0].Name != asked {
			t.Errorf("%s: %v", query, err)
			for _, e := range found.Episodes {
				t.Logf("%g %s: %s", e.Score, e.Name, e.Why)
			}
		}
	}
}
