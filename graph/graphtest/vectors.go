package graphtest

import (
	"math/rand/v2"
	"slices"

	"plotline/graph"
)

var vectorsTopic = topic{"vectors", []testCase{
	{"a model is named once", vectorsModel},
	{"claims are apart", vectorsClaims},
	{"a changed text waits again", vectorsChanged},
	{"deleting an episode deletes its vector", vectorsDeleted},
	{"a model follows another", vectorsSwitch},
	{"a switch is taken back", vectorsSwitchBack},
	{"nearest, with filters and ids", vectorsNearest},
	{"nearest of thousands", vectorsThousands},
	{"workspaces are apart", vectorsApart},
}}

// draw makes a vector of some components from a seed, near a centre that all of them share, as those of real
// models do.
func draw(seed uint64, components int) graph.Vector {
	random := rand.New(rand.NewPCG(seed, 7)) //nolint:gosec // the same vectors in each run
	exact := make([]float32, components)
	for i := range exact {
		exact[i] = float32(random.NormFloat64() + 0.5)
	}
	return graph.NewVector(exact)
}

func (w *world) useModel(t tester, model string, replace bool) graph.Embeddings {
	t.Helper()
	now, err := w.UseModel(t.Context(), w.ws, model, replace)
	ok(t, err)
	return now
}

// has wants what the workspace has of vectors.
func (w *world) has(t tester, want graph.Embeddings) {
	t.Helper()
	got, err := w.Embeddings(t.Context(), w.ws)
	ok(t, err)
	same(t, "embeddings", got, want)
}

// claim takes texts, and gives their ids in order.
func (w *world) claim(t tester, model, token string, now, limit int) []graph.ID {
	t.Helper()
	list, err := w.ClaimTexts(t.Context(), w.ws, graph.Claim{Model: model, Token: token, Now: at(now), Until: at(now + 60), Limit: limit})
	ok(t, err)
	notNil(t, "texts", list)
	ids := idsOf(list)
	slices.Sort(ids)
	return ids
}

// put brings vectors: that of an episode is drawn from its place among ids.
func (w *world) put(t tester, token string, ids []graph.ID, want int) {
	t.Helper()
	list := make([]graph.EpisodeVector, len(ids))
	for i, id := range ids {
		list[i] = graph.EpisodeVector{EpisodeID: id, Vector: draw(uint64(i), 16)}
	}
	stored, err := w.PutVectors(t.Context(), w.ws, token, list)
	ok(t, err)
	same(t, "stored", stored, want)
}

// embed gives all episodes that wait their vectors.
func (w *world) embed(t tester, model string, ids []graph.ID) {
	t.Helper()
	w.useModel(t, model, false)
	same(t, "claimed", len(w.claim(t, model, "embed", 0, len(ids))), len(ids))
	w.put(t, "embed", ids, len(ids))
}

func vectorsModel(t tester, w *world) {
	w.has(t, graph.Embeddings{})
	ids := w.episodes(t, 3)
	w.has(t, graph.Embeddings{})
	same(t, "first", w.useModel(t, "small", false), graph.Embeddings{Model: "small", Waiting: 3})
	same(t, "again", w.useModel(t, "small", false), graph.Embeddings{Model: "small", Waiting: 3})
	_, err := w.UseModel(t.Context(), w.ws, "large", false)
	refused(t, err, graph.OtherModel(w.ws, "small", "large"))
	w.episodes(t, 2)
	w.has(t, graph.Embeddings{Model: "small", Waiting: 5})
	same(t, "of another model", len(w.claim(t, "large", "a", 0, 9)), 0)
	got := w.claim(t, "small", "a", 0, 9)
	same(t, "claimed", len(got), 5)
	w.put(t, "a", ids, 3)
	w.has(t, graph.Embeddings{Model: "small", Waiting: 2, Vectors: 3})
	rel := relationship(ids[0], ids[1], graph.Follows, 1)
	ok(t, w.AddRelationship(t.Context(), w.ws, rel))
	w.has(t, graph.Embeddings{Model: "small", Waiting: 2, Vectors: 3})
}

func vectorsClaims(t tester, w *world) {
	ids := w.episodes(t, 5)
	w.useModel(t, "small", false)
	first := w.claim(t, "small", "a", 0, 2)
	same(t, "first", len(first), 2)
	second := w.claim(t, "small", "b", 1, 9)
	same(t, "second", len(second), 3)
	both := slices.Sorted(slices.Values(append(slices.Clone(first), second...)))
	same(t, "both", both, slices.Sorted(slices.Values(ids)))
	same(t, "nothing is left", len(w.claim(t, "small", "c", 2, 9)), 0)
	w.put(t, "c", ids, 0)
	w.useModel(t, "small", true) // it is the one in use: claims hold
	w.put(t, "a", first[:1], 1)
	w.put(t, "a", first[:1], 0)
	w.put(t, "b", first[1:], 0)
	ok(t, w.ReleaseTexts(t.Context(), w.ws, "b"))
	same(t, "released", w.claim(t, "small", "c", 3, 9), second)
	same(t, "run out", w.claim(t, "small", "d", 61, 9), first[1:])
	w.put(t, "a", first[1:], 0)
	same(t, "run out, and claimed by the same", w.claim(t, "small", "d", 130, 9), slices.Sorted(slices.Values(append(slices.Clone(second), first[1:]...))))
	ok(t, w.ReleaseTexts(t.Context(), w.ws, "d"))
	same(t, "claimed", w.claim(t, "small", "c", 200, 9), slices.Sorted(slices.Values(append(slices.Clone(second), first[1:]...))))
	same(t, "claimed", len(w.claim(t, "small", "c", 201, 9)), 0)
	w.put(t, "c", second, 3)
	ok(t, w.ReleaseTexts(t.Context(), w.ws, "c"))
	same(t, "claimed", w.claim(t, "small", "d", 202, 9), first[1:])
	same(t, "late, and nobody else took it", len(w.claim(t, "small", "e", 900, 0)), 0)
	w.put(t, "d", first[1:], 1)
	w.has(t, graph.Embeddings{Model: "small", Vectors: 5})
	list, err := w.ClaimTexts(t.Context(), w.ws, graph.Claim{Model: "small", Token: "f", Now: at(0), Until: at(9), Limit: 9})
	ok(t, err)
	same(t, "all have one", list, []graph.Episode{})
}

func vectorsChanged(t tester, w *world) {
	made := w.create(t, episode("one", 1), episode("two", 2))
	ids := idsOf(made)
	w.embed(t, "small", ids)
	change := func(e graph.Episode, was graph.Time) {
		t.Helper()
		ok(t, w.ReplaceEpisode(t.Context(), w.ws, e, was))
	}
	one := made[0]
	was := one.UpdatedAt
	one.Reward, one.Tags, one.UpdatedAt = -1, []string{"tag"}, at(10)
	change(one, was)
	w.has(t, graph.Embeddings{Model: "small", Vectors: 2})
	was, one.Reflection, one.UpdatedAt = one.UpdatedAt, "learned", at(11)
	change(one, was)
	w.has(t, graph.Embeddings{Model: "small", Waiting: 1, Vectors: 1})
	found := w.nearest(t, graph.VectorQuery{Model: "small", Vector: draw(0, 16), IDs: ids, Limit: 9})
	same(t, "found", len(found.Matches), 1)
	list, err := w.ClaimTexts(t.Context(), w.ws, graph.Claim{Model: "small", Token: "a", Now: at(0), Until: at(60), Limit: 9})
	ok(t, err)
	same(t, "text", len(list), 1)
	same(t, "text", graph.EmbeddedText(list[0]), "one\nhow did one go\nlearned")
	was, one.Name, one.UpdatedAt = one.UpdatedAt, "uno", at(12)
	change(one, was)
	w.put(t, "a", ids[:1], 0) // of a text that is no more
	same(t, "waits again", w.claim(t, "small", "b", 1, 9), ids[:1])
	was, one.Reward, one.UpdatedAt = one.UpdatedAt, 1, at(13)
	change(one, was)
	w.put(t, "b", ids[:1], 1)
	w.has(t, graph.Embeddings{Model: "small", Vectors: 2})
}

func vectorsDeleted(t tester, w *world) {
	ids := w.episodes(t, 3)
	w.embed(t, "small", ids)
	_, err := w.DeleteEpisode(t.Context(), w.ws, ids[1])
	ok(t, err)
	w.has(t, graph.Embeddings{Model: "small", Vectors: 2})
	found := w.nearest(t, graph.VectorQuery{Model: "small", Vector: draw(1, 16), IDs: ids, Limit: 9})
	same(t, "found", len(found.Matches), 2)
	late := w.episodes(t, 1)
	same(t, "claimed", len(w.claim(t, "small", "a", 0, 9)), 1)
	_, err = w.DeleteEpisode(t.Context(), w.ws, late[0])
	ok(t, err)
	w.put(t, "a", late, 0)
	w.has(t, graph.Embeddings{Model: "small", Vectors: 2})
}

func vectorsSwitch(t tester, w *world) {
	made := w.create(t, episode("one", 1), episode("two", 2), episode("three", 3))
	ids := idsOf(made)
	w.embed(t, "small", ids)
	same(t, "begun", w.useModel(t, "large", true), graph.Embeddings{Model: "small", Next: "large", Waiting: 3, Vectors: 3})
	same(t, "again", w.useModel(t, "large", true), graph.Embeddings{Model: "small", Next: "large", Waiting: 3, Vectors: 3})
	same(t, "by the former", w.useModel(t, "small", false).Target(), "large")
	same(t, "nothing for the former", len(w.claim(t, "small", "a", 0, 9)), 0)
	same(t, "claimed", len(w.claim(t, "large", "a", 0, 9)), 3)
	w.put(t, "a", ids[:2], 2)
	w.has(t, graph.Embeddings{Model: "small", Next: "large", Waiting: 1, Vectors: 3})
	found := w.nearest(t, graph.VectorQuery{Model: "small", Vector: draw(0, 16), Limit: 9})
	same(t, "the former answers", len(found.Matches), 3)
	found = w.nearest(t, graph.VectorQuery{Model: "large", Vector: draw(0, 16), Limit: 9})
	same(t, "the next does not yet", found, graph.Nearest{Model: "small", Next: "large", Matches: []graph.VectorMatch{}})
	one := made[0]
	was := one.UpdatedAt
	one.Query, one.UpdatedAt = "another", at(10)
	ok(t, w.ReplaceEpisode(t.Context(), w.ws, one, was))
	w.has(t, graph.Embeddings{Model: "small", Next: "large", Waiting: 2, Vectors: 2})
	w.put(t, "a", ids[2:], 1)
	same(t, "the changed one", w.claim(t, "large", "b", 0, 9), ids[:1])
	w.put(t, "b", ids[:1], 1)
	w.has(t, graph.Embeddings{Model: "large", Vectors: 3})
	_, err := w.UseModel(t.Context(), w.ws, "small", false)
	refused(t, err, graph.OtherModel(w.ws, "large", "small"))
	w.useModel(t, "huge", true)
	w.claim(t, "huge", "c", 0, 9)
	w.put(t, "c", ids[1:], 2)
	_, err = w.DeleteEpisode(t.Context(), w.ws, ids[0])
	ok(t, err)
	w.has(t, graph.Embeddings{Model: "huge", Vectors: 2})
	empty := w.beside(t)
	empty.useModel(t, "small", false)
	same(t, "nothing to wait for", empty.useModel(t, "large", true), graph.Embeddings{Model: "large"})
}

func vectorsSwitchBack(t tester, w *world) {
	ids := w.episodes(t, 3)
	w.embed(t, "small", ids)
	w.useModel(t, "large", true)
	same(t, "claimed", len(w.claim(t, "large", "a", 0, 9)), 3)
	w.put(t, "a", ids[:1], 1)
	same(t, "a third", w.useModel(t, "huge", true), graph.Embeddings{Model: "small", Next: "huge", Waiting: 3, Vectors: 3})
	w.put(t, "a", ids[1:2], 0)
	same(t, "claimed", len(w.claim(t, "huge", "b", 0, 9)), 3)
	same(t, "back", w.useModel(t, "small", true), graph.Embeddings{Model: "small", Vectors: 3})
	w.put(t, "b", ids, 0)
	w.has(t, graph.Embeddings{Model: "small", Vectors: 3})
	w.episodes(t, 1)
	w.has(t, graph.Embeddings{Model: "small", Waiting: 1, Vectors: 3})
}
