package graphtest

import (
	"context"
	"strconv"
	"time"

	"pgregory.net/rapid"

	"plotline/graph"
	"plotline/internal/input"
)

var changesTopic = topic{"changes", []testCase{
	{"an empty workspace has a mark", changesEmpty},
	{"every write changes the mark", changesEveryWrite},
	{"a state that was there before has another mark", changesBack},
	{"refused writes and those of another workspace keep the mark", changesElsewhere},
}}

// Changes returns the number of the last write that changed something.
func (m *model) Changes(ctx context.Context, ws string) (mark string, err error) {
	err = m.read(ctx, ws, func(s *space) error {
		mark = strconv.Itoa(s.changes)
		return nil
	})
	return mark, err
}

// marks collects the marks of a workspace, and expects a new one after each write.
type marks struct {
	w    *world
	seen map[string]string // what was written before the mark
}

func (w *world) marks(t tester) *marks {
	t.Helper()
	m := &marks{w, map[string]string{}}
	m.after(t, "nothing")
	return m
}

// after expects a mark that was not seen before.
func (m *marks) after(t tester, what string) {
	t.Helper()
	mark, err := m.w.Changes(t.Context(), m.w.ws)
	ok(t, err)
	if before, known := m.seen[mark]; known {
		t.Errorf("after %s the mark is that after %s: %q", what, before, mark)
	}
	m.seen[mark] = what
}

func changesEmpty(t tester, w *world) {
	mark, err := w.Changes(t.Context(), w.ws)
	ok(t, err)
	if mark == "" {
		t.Error("no mark")
	}
}

func changesEveryWrite(t tester, w *world) {
	ctx, seen := t.Context(), w.marks(t)
	e := w.create(t, episode("a", 0), episode("b", 1), episode("c", 2))
	seen.after(t, "a batch")
	w.create(t, episode("d", 3))
	seen.after(t, "an episode")
	ordering := w.relate(t, e[0].EpisodeID, e[1].EpisodeID, graph.Follows, 1)
	seen.after(t, "a relationship of an ordering type")
	other := w.relate(t, e[0].EpisodeID, e[1].EpisodeID, graph.RelatedTo, 1)
	seen.after(t, "a relationship of another type")
	ok(t, second(w.AddRelationships(ctx, w.ws, []graph.Relationship{relationship(e[0].EpisodeID, e[2].EpisodeID, graph.Causes, 1)})))
	seen.after(t, "a list of relationships")
	_, err := w.UpdateRelationship(ctx, w.ws, ordering.ID, graph.RelationshipChange{Strength: new(0.25)})
	ok(t, err)
	seen.after(t, "an update of a strength")
	_, err = w.UpdateRelationship(ctx, w.ws, other.ID, graph.RelationshipChange{Metadata: new(input.Object(`{"a":1}`))})
	ok(t, err)
	seen.after(t, "an update of metadata")
	changed := e[0]
	changed.Reward, changed.UpdatedAt = -1, changed.UpdatedAt+1
	ok(t, w.ReplaceEpisode(ctx, w.ws, changed, e[0].UpdatedAt))
	seen.after(t, "an update of an episode")
	ok(t, w.RemoveRelationship(ctx, w.ws, other.ID))
	seen.after(t, "a removed relationship")
	_, err = w.DeleteEpisode(ctx, w.ws, e[0].EpisodeID)
	ok(t, err)
	seen.after(t, "a deleted episode")
}

// changesBack tells a count of changes from a digest of the state.
func changesBack(t tester, w *world) {
	e := w.episodes(t, 2)
	seen := w.marks(t)
	for range 3 {
		rel := w.relate(t, e[0], e[1], graph.PartOf, 0.5)
		seen.after(t, "an add")
		ok(t, w.RemoveRelationship(t.Context(), w.ws, rel.ID))
		seen.after(t, "a remove")
	}
}

func changesElsewhere(t tester, w *world) {
	e := w.create(t, episode("a", 0), episode("b", 1))
	w.relate(t, e[0].EpisodeID, e[1].EpisodeID, graph.Follows, 1)
	before, err := w.Changes(t.Context(), w.ws)
	ok(t, err)
	stale := e[0]
	stale.UpdatedAt++
	if w.ReplaceEpisode(t.Context(), w.ws, stale, stale.UpdatedAt) == nil ||
		w.RemoveRelationship(t.Context(), w.ws, graph.NewID()) == nil ||
		second(w.AddRelationship(t.Context(), w.ws, relationship(e[1].EpisodeID, e[0].EpisodeID, graph.Follows, 1))) == nil {
		t.Error("a write that is to be refused succeeded")
	}
	twin(t, w.beside(t), "another", 0.5)
	after, err := w.Changes(t.Context(), w.ws)
	ok(t, err)
	same(t, "the mark", after, before)
}

// changesByOthers writes by one handle and looks at the mark of the other, where the write may show a moment later.
func changesByOthers(t tester, w *world) {
	e := w.episodes(t, 2)
	before, err := w.Changes(t.Context(), w.ws)
	ok(t, err)
	rel := relationship(e[0], e[1], graph.Causes, 1)
	ok(t, second(w.peer(1).AddRelationship(t.Context(), w.ws, rel)))
	awaitChange(t, w, before, "an add by another handle")
	before, err = w.Changes(t.Context(), w.ws)
	ok(t, err)
	_, err = w.peer(1).UpdateRelationship(t.Context(), w.ws, rel.ID, graph.RelationshipChange{Strength: new(0.5)})
	ok(t, err)
	awaitChange(t, w, before, "an update by another handle")
}

func awaitChange(t tester, w *world, before, what string) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		mark, err := w.Changes(t.Context(), w.ws)
		ok(t, err)
		if mark != before {
			return
		}
		if time.Now().After(deadline) {
			t.Errorf("the mark did not change after %s", what)
			return
		}
	}
}

// changes expects another mark of the store for every state of the model, and the same mark of a workspace while only
// others are written. The model follows the store, so that both have the same writes now.
func (m *machine) changes(r *rapid.T) {
	for _, ws := range m.spaces {
		want, wantErr := m.model.Changes(m.ctx, ws)
		got, gotErr := m.store.Changes(m.ctx, ws)
		if !m.agree(r, gotErr, wantErr) {
			return
		}
		if before, known := m.marks[[2]string{ws, got}]; known && before != want {
			r.Errorf("the workspace changed, and has the mark %q again", got)
		}
		if last, known := m.last[ws]; known && ws != m.ws && got != last {
			r.Errorf("a write to %s changed the mark of %s", m.ws, ws)
		}
		m.marks[[2]string{ws, got}], m.last[ws] = want, got
	}
}
