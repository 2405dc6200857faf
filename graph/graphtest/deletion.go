package graphtest

import (
	"errors"
	"sync"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/internal/fault"
)

var deletionTopic = topic{"deletion", []testCase{
	{"a workspace that was never used", deleteUnused},
	{"everything goes, relationships first", deleteInParts},
	{"afterwards it is like new", deleteThenUse},
	{"meanwhile it is closed", deleteClosesWorkspace},
	{"others keep theirs", deleteLeavesOthers},
	{"each part changes the mark", deleteChangesMark},
	{"several callers at once", deleteTogether},
	{"writers meanwhile", deleteWhileWriting},
}}

// deletePart makes one call.
func (w *world) deletePart(t tester, limit int) graph.Deleted {
	t.Helper()
	got, err := w.DeleteWorkspace(t.Context(), w.ws, graph.DeletionQuery{Begin: true, Limit: limit})
	ok(t, err)
	return got
}

// deleteAll deletes the workspace, and returns what was deleted.
func (w *world) deleteAll(t tester, limit int) (episodes, relationships int) {
	t.Helper()
	for q := (graph.DeletionQuery{Begin: true, Limit: limit}); ; q.Begin = false {
		got, err := w.DeleteWorkspace(t.Context(), w.ws, q)
		ok(t, err)
		if got.Done {
			return episodes, relationships
		}
		episodes += got.Episodes
		relationships += got.Relationships
	}
}

func deleteUnused(t tester, w *world) {
	same(t, "deleted", w.deletePart(t, 10), graph.Deleted{Done: true})
	w.create(t, episode("a", 0))
	got, err := w.DeleteWorkspace(t.Context(), w.ws, graph.DeletionQuery{Limit: 10})
	ok(t, err)
	same(t, "without a beginning", got, graph.Deleted{Done: true})
	same(t, "episodes", len(w.state(t).Episodes), 1)
}

func deleteInParts(t tester, w *world) {
	ids := w.episodes(t, 5)
	for i := range 4 {
		w.link(t, graph.Types()[i], ids[i], ids[i+1])
	}
	same(t, "relationships", w.deletePart(t, 3), graph.Deleted{Relationships: 3})
	left := w.state(t)
	same(t, "what is left", []int{len(left.Episodes), len(left.Relationships)}, []int{5, 1})
	same(t, "the last", w.deletePart(t, 3), graph.Deleted{Relationships: 1})
	same(t, "episodes", w.deletePart(t, 3), graph.Deleted{Episodes: 3})
	left = w.state(t)
	same(t, "episodes that are left", len(left.Episodes), 2)
	extent, err := w.Extent(t.Context(), w.ws)
	ok(t, err)
	same(t, "extent", []int{extent.Episodes, extent.Relationships}, []int{2, 0})
	same(t, "the last episodes", w.deletePart(t, 3), graph.Deleted{Episodes: 2})
	same(t, "the end", w.deletePart(t, 3), graph.Deleted{Done: true})
	same(t, "nothing is left", len(w.state(t).Episodes), 0)
	names, err := w.Workspaces(t.Context(), "", 1000)
	ok(t, err)
	for _, name := range names {
		if name == w.ws {
			t.Error("the workspace is still listed")
		}
	}
}

func deleteThenUse(t tester, w *world) {
	german, err := analysis.LanguagesOf("german")
	ok(t, err)
	old := keyed("old", "k", 0)
	_, err = w.CreateEpisodes(t.Context(), w.ws, graph.Batch{Episodes: []graph.NewEpisode{old, episode("more", 1)}, Languages: german})
	ok(t, err)
	_, err = w.UseModel(t.Context(), w.ws, "m", false)
	ok(t, err)
	gone := w.create(t, episode("gone", 2))[0]
	_, err = w.DeleteEpisode(t.Context(), w.ws, gone.EpisodeID)
	ok(t, err)
	w.link(t, graph.Follows, old.EpisodeID, w.episodes(t, 1)[0])
	w.deleteAll(t, 2)

	_, _, err = w.Episode(t.Context(), w.ws, old.EpisodeID)
	refused(t, err, graph.EpisodeNotFound(old.EpisodeID))
	now, err := w.Languages(t.Context(), w.ws)
	ok(t, err)
	same(t, "languages", now, graph.Indexing{})
	vectors, err := w.Embeddings(t.Context(), w.ws)
	ok(t, err)
	same(t, "vectors", vectors, graph.Embeddings{})
	w.finds(t, "old")

	other := keyed("another", "k", 3) // the key is free
	other.EpisodeID = old.EpisodeID   // and so is the id
	first := w.create(t, other)[0]
	same(t, "the first number", []any{first.ID, first.Name}, []any{int64(1), "another"})
	second := w.episodes(t, 1)[0]
	w.link(t, graph.Follows, first.EpisodeID, second)
	order, err := w.OrderPage(t.Context(), w.ws, graph.OrderQuery{Type: graph.Follows, Limit: 10})
	ok(t, err)
	if order != nil {
		same(t, "order", []any{order.Total, order.Episodes[0].EpisodeID, order.Episodes[1].Level}, []any{2, first.EpisodeID, 1})
	}
	now, err = w.Languages(t.Context(), w.ws)
	ok(t, err)
	same(t, "new languages", now.Languages, analysis.English)
}

func deleteClosesWorkspace(t tester, w *world) {
	ctx, ids := t.Context(), w.episodes(t, 3)
	w.relate(t, ids[0], ids[1], graph.Causes, 1)
	w.relate(t, ids[1], ids[2], graph.PartOf, 1)
	same(t, "deleted", w.deletePart(t, 1), graph.Deleted{Relationships: 1})
	w.rejectsWrites(t, graph.Deletion.Admit(ctx, w.ws))
	_, found, err := w.ListEpisodes(ctx, w.ws, graph.ListQuery{Limit: 1})
	ok(t, err)
	same(t, "listed", found, 3)
	projection, err := w.Projection(ctx, w.ws, graph.Causes, nil)
	ok(t, err)
	same(t, "projected", len(projection.Nodes), 3)
	w.deleteAll(t, 10)
	w.create(t, episode("new", 0))
}

func deleteLeavesOthers(t tester, w *world) {
	other := w.beside(t)
	twin(t, w, "mine", 0.5)
	theirs := twin(t, other, "theirs", 0.25)
	episodes, relationships := w.deleteAll(t, 3)
	same(t, "deleted", []int{episodes, relationships}, []int{4, 4})
	same(t, "theirs", other.state(t), theirs)
	other.finds(t, "theirs", fixedID(3, 0), fixedID(3, 1), fixedID(3, 2), fixedID(3, 3))
	other.create(t, episode("more", 0))
	page, err := other.OrderPage(t.Context(), other.ws, graph.OrderQuery{Type: graph.Follows, Limit: 10})
	ok(t, err)
	if page != nil {
		same(t, "their order", page.Total, 5)
	}
	twin(t, w, "mine again", 0.5)
}

func deleteChangesMark(t tester, w *world) {
	ids := w.episodes(t, 2)
	w.relate(t, ids[0], ids[1], graph.Follows, 1)
	seen := w.marks(t)
	for range 3 {
		w.deletePart(t, 1)
		seen.after(t, "a part")
	}
	w.deleteAll(t, 1)
	w.create(t, episode("new", 0))
	seen.after(t, "an episode of the new workspace")
}

// deleteTogether checks that callers share the work, and that none deletes what is written after the end.
func deleteTogether(t tester, w *world) {
	ids := w.episodes(t, 20)
	for i := range ids[1:] {
		w.relate(t, ids[i], ids[i+1], graph.Follows, 1)
	}
	var deleting sync.WaitGroup
	counts := make([][2]int, 4)
	for i := range counts {
		deleting.Go(func() { counts[i][0], counts[i][1] = w.deleteAll(t, 3) })
	}
	deleting.Wait()
	sum := [2]int{}
	for _, c := range counts {
		sum[0] += c[0]
		sum[1] += c[1]
	}
	same(t, "deleted", sum, [2]int{20, 19})
	same(t, "a new first number", w.create(t, episode("new", 0))[0].ID, int64(1))
}

// deleteWhileWriting checks that every write of others has either ended before, and is deleted, or is rejected, or happens
// in the new workspace.
func deleteWhileWriting(t tester, w *world) {
	w.episodes(t, 30)
	stop, after := make(chan struct{}), make([]int, 4)
	ended, end := make(chan struct{}), sync.OnceFunc(func() { close(stop) })
	var writing sync.WaitGroup
	defer writing.Wait()
	defer end()
	for i := range after {
		writing.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				begun := isClosed(ended)
				_, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{Episodes: []graph.NewEpisode{episode("w", n)}})
				switch own, is := errors.AsType[*fault.Error](err); {
				case err == nil && begun:
					after[i]++
				case err != nil && (!is || own.Code != fault.Unavailable):
					t.Errorf("a write got %v", err)
				}
			}
		})
	}
	w.deleteAll(t, 7)
	close(ended)
	for range 5 {
		w.create(t, episode("mine", 0))
	}
	end()
	writing.Wait()
	_, total, err := w.ListEpisodes(t.Context(), w.ws, graph.ListQuery{Limit: 1})
	ok(t, err)
	extent, err := w.Extent(t.Context(), w.ws)
	ok(t, err)
	least := 5
	for _, n := range after {
		least += n
	}
	if total < least || extent.LastNumber < int64(total) {
		t.Errorf("%d episodes, at least %d were written after the end; the last number is %d", total, least, extent.LastNumber)
	}
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
