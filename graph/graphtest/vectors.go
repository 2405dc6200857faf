package graphtest

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"plotline/graph"
)

var vectorsTopic = topic{"vectors", []testCase{
	{"a model is named once", vectorsModel},
	{"claims are apart", vectorsClaims},
	{"a claim that has run out is free to all", vectorsRunOut},
	{"a claim from a clock that was ahead is free to all", vectorsClaimedAhead},
	{"a changed text waits again", vectorsChanged},
	{"a text that begins with its name", vectorsNamed},
	{"deleting an episode deletes its vector", vectorsDeleted},
	{"a model follows another", vectorsSwitch},
	{"a switch is taken back", vectorsSwitchBack},
	{"nearest, with filters and ids", vectorsNearest},
	{"vectors without a direction", vectorsWithoutDirection},
	{"nearest of thousands", vectorsThousands},
	{"the best part of a text counts", vectorsParts},
	{"a limit counts episodes, not parts", vectorsManyParts},
	{"parts go with their text", vectorsPartsGo},
	{"an episode without vectors", vectorsNone},
	{"parts of a model that follows another", vectorsPartsSwitch},
	{"workspaces are apart", vectorsApart},
}}

// draw returns a random vector for a seed. All vectors are near a common centre, like those of real models.
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

// has expects this state of the workspace's vectors.
func (w *world) has(t tester, want graph.Embeddings) {
	t.Helper()
	got, err := w.Embeddings(t.Context(), w.ws)
	ok(t, err)
	same(t, "embeddings", got, want)
}

// claim claims texts and returns their sorted ids.
func (w *world) claim(t tester, model, token string, now, limit int) []graph.ID {
	t.Helper()
	list, err := w.ClaimTexts(t.Context(), w.ws, graph.Claim{Model: model, Token: token, Now: at(now), Lasts: time.Minute, Limit: limit})
	ok(t, err)
	notNil(t, "texts", list)
	ids := idsOf(list)
	slices.Sort(ids)
	return ids
}

// put stores vectors. The vector of an episode depends on its index in ids.
func (w *world) put(t tester, token string, ids []graph.ID, want int) {
	t.Helper()
	list := make([]graph.EpisodeVector, len(ids))
	for i, id := range ids {
		list[i] = graph.EpisodeVector{EpisodeID: id, Vectors: []graph.Vector{draw(uint64(i), 16)}}
	}
	stored, err := w.PutVectors(t.Context(), w.ws, token, list)
	ok(t, err)
	same(t, "stored", stored, want)
}

// embed stores vectors for all waiting episodes.
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
	ok(t, second(w.AddRelationship(t.Context(), w.ws, rel)))
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
	w.useModel(t, "small", true) // the model in use: claims stay
	w.put(t, "a", first[:1], 1)
	w.put(t, "a", first[:1], 0)
	w.put(t, "b", first[1:], 0)
	ok(t, w.ReleaseTexts(t.Context(), w.ws, "b"))
	same(t, "released", w.claim(t, "small", "c", 3, 9), second)
	same(t, "run out", w.claim(t, "small", "d", 61, 9), first[1:])
	w.put(t, "a", first[1:], 0)
	w.put(t, "c", second, 3)
	same(t, "late, and nobody else took it", len(w.claim(t, "small", "e", 900, 0)), 0)
	w.put(t, "d", first[1:], 1)
	w.has(t, graph.Embeddings{Model: "small", Vectors: 5})
	list, err := w.ClaimTexts(t.Context(), w.ws, graph.Claim{Model: "small", Token: "f", Now: at(0), Lasts: time.Minute, Limit: 9})
	ok(t, err)
	same(t, "all have one", list, []graph.Episode{})
}

func vectorsRunOut(t tester, w *world) {
	ids := slices.Sorted(slices.Values(w.episodes(t, 2)))
	w.useModel(t, "small", false)
	same(t, "claimed", w.claim(t, "small", "a", 0, 9), ids)
	same(t, "still held", len(w.claim(t, "small", "a", 59, 9)), 0)
	same(t, "by the same", w.claim(t, "small", "a", 60, 9), ids)
	same(t, "held anew", len(w.claim(t, "small", "b", 119, 9)), 0)
	same(t, "by another", w.claim(t, "small", "b", 120, 9), ids)
}

// vectorsClaimedAhead checks that a claim made by a clock that was far ahead does not hold, and that by the clock of the
// database a claim holds like any other.
func vectorsClaimedAhead(t tester, w *world) {
	ids := slices.Sorted(slices.Values(w.episodes(t, 2)))
	w.useModel(t, "small", false)
	same(t, "claimed", w.claim(t, "small", "ahead", 86_400, 9), ids)
	same(t, "a day before", w.claim(t, "small", "a", 0, 9), ids)
	w.put(t, "ahead", ids, 0)
	same(t, "held", len(w.claim(t, "small", "b", 1, 9)), 0)
	ok(t, w.ReleaseTexts(t.Context(), w.ws, "a"))
	for i, want := range []int{2, 0} {
		claim := graph.Claim{Model: "small", Token: strconv.Itoa(i), Lasts: time.Hour, Limit: 9}
		list, err := w.ClaimTexts(t.Context(), w.ws, claim)
		ok(t, err)
		same(t, "by the database's clock", len(list), want)
	}
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
	list, err := w.ClaimTexts(t.Context(), w.ws, graph.Claim{Model: "small", Token: "a", Now: at(0), Lasts: time.Minute, Limit: 9})
	ok(t, err)
	if len(list) != 1 {
		t.Fatalf("%d texts, want one", len(list))
	}
	same(t, "text", graph.EmbeddedText(list[0]), "one\nhow did one go\nlearned")
	was, one.Name, one.UpdatedAt = one.UpdatedAt, "uno", at(12)
	change(one, was)
	w.put(t, "a", ids[:1], 0) // the text has changed
	same(t, "waits again", w.claim(t, "small", "b", 1, 9), ids[:1])
	was, one.Reward, one.UpdatedAt = one.UpdatedAt, 1, at(13)
	change(one, was)
	w.put(t, "b", ids[:1], 1)
	w.has(t, graph.Embeddings{Model: "small", Vectors: 2})
}

// vectorsNamed checks that a new name does not change the embedded text if the query begins with that name.
func vectorsNamed(t tester, w *world) {
	e := episode("one", 1)
	e.Query = "one is enough"
	one := w.create(t, e)[0]
	w.embed(t, "small", idsOf([]graph.Episode{one}))
	change := func(want graph.Embeddings) {
		t.Helper()
		was := one.UpdatedAt
		one.UpdatedAt++
		ok(t, w.ReplaceEpisode(t.Context(), w.ws, one, was))
		w.has(t, want)
	}
	one.Reward = 1
	change(graph.Embeddings{Model: "small", Vectors: 1})
	one.Name = "one is"
	change(graph.Embeddings{Model: "small", Vectors: 1})
	one.Name = ""
	change(graph.Embeddings{Model: "small", Vectors: 1})
	one.Name = "one is"
	change(graph.Embeddings{Model: "small", Vectors: 1})
	one.Name, one.Query = "", "one is\none is enough"
	change(graph.Embeddings{Model: "small", Waiting: 1})
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
