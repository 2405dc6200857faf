package graphtest

import (
	"context"
	"testing"

	"plotline/graph"
)

// changed is a store that tells when a workspace changed last.
type changed interface {
	graph.Store
	LastChange(ctx context.Context, ws string) (graph.Time, error)
}

// LastChange checks a store's method of this name with a few changes of a new workspace.
func LastChange(t *testing.T, s changed) {
	t.Helper()
	ws, other := Workspace(), Workspace()
	first, second := graph.Episode{EpisodeID: graph.NewID(), UpdatedAt: 7}, graph.Episode{EpisodeID: graph.NewID(), UpdatedAt: 5}
	expect := func(ws string, want graph.Time) {
		t.Helper()
		if at, err := s.LastChange(t.Context(), ws); err != nil || at != want {
			t.Errorf("the last change is at %d, want %d: %v", at, want, err)
		}
	}
	expect(ws, 0)
	_, err := s.CreateEpisodes(t.Context(), ws, graph.Batch{Episodes: []graph.NewEpisode{{Episode: first}, {Episode: second}}})
	if err != nil {
		t.Fatal(err)
	}
	expect(ws, 7)
	changed := second
	changed.Query, changed.UpdatedAt = "another", 9
	if err := s.ReplaceEpisode(t.Context(), ws, changed, second.UpdatedAt); err != nil {
		t.Fatal(err)
	}
	expect(ws, 9)
	expect(other, 0)
}
