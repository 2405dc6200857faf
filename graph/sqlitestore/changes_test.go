package sqlitestore

import (
	"testing"

	"plotline/graph"
	"plotline/graph/graphtest"
)

// TestChangesOfOtherWorkspaces checks that a mark says nothing about other workspaces, and that it stays when the file
// is opened again.
func TestChangesOfOtherWorkspaces(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ours, theirs := graphtest.Workspace(), graphtest.Workspace()
	create := func(ws string) {
		t.Helper()
		_, err := s.CreateEpisodes(t.Context(), ws, graph.Batch{Episodes: []graph.NewEpisode{{Episode: graph.Episode{EpisodeID: graph.NewID()}}}})
		if err != nil {
			t.Fatal(err)
		}
	}
	mark := func(s *Store) string {
		t.Helper()
		mark, err := s.Changes(t.Context(), ours)
		if err != nil {
			t.Fatal(err)
		}
		return mark
	}
	create(ours)
	before := mark(s)
	create(theirs)
	same(t, "the mark", mark(s), before)
	same(t, "the mark of another process", mark(storeAt(t, s.path)), before)
}

func TestLastChange(t *testing.T) {
	t.Parallel()
	graphtest.LastChange(t, newStore(t))
}

// TestRecentWorkspaces checks the order: the workspace in which an episode was created last is first, whatever its date.
func TestRecentWorkspaces(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ids := map[string][]graph.ID{}
	create := func(ws string, at graph.Time) {
		t.Helper()
		id := graph.NewID()
		ids[ws] = append(ids[ws], id)
		_, err := s.CreateEpisodes(t.Context(), ws, graph.Batch{Episodes: []graph.NewEpisode{{Episode: graph.Episode{EpisodeID: id, CreatedAt: at}}}})
		ok(t, err)
	}
	recent := func(limit int) []string {
		t.Helper()
		names, err := s.RecentWorkspaces(t.Context(), limit)
		ok(t, err)
		return names
	}
	same(t, "an empty store", len(recent(9)), 0)
	create("a", 3)
	create("b", 2)
	create("c", 1)
	same(t, "by creation", recent(9), []string{"c", "b", "a"})
	create("a", 1)
	same(t, "again", recent(9), []string{"a", "c", "b"})
	same(t, "bounded", recent(2), []string{"a", "c"})
	for _, id := range ids["a"] {
		_, err := s.DeleteEpisode(t.Context(), "a", id)
		ok(t, err)
	}
	same(t, "without episodes", recent(9), []string{"c", "b", "a"})
}
