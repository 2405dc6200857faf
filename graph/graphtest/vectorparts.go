package graphtest

import (
	"slices"

	"plotline/graph"
)

// towards returns vectors in a plane, of texts about one thing or another: the higher the share, the nearer to the
// first axis.
func towards(shares ...float32) []graph.Vector {
	list := make([]graph.Vector, len(shares))
	for i, share := range shares {
		list[i] = graph.NewVector([]float32{share, 1 - share})
	}
	return list
}

// axis is the query that vectors of towards are compared with.
var axis = towards(1)[0]

// putParts stores the vectors of some episodes' parts with new claims.
func (w *world) putParts(t tester, model string, list []graph.EpisodeVector) {
	t.Helper()
	w.claim(t, model, "parts", 0, 100)
	stored, err := w.PutVectors(t.Context(), w.ws, "parts", list)
	ok(t, err)
	same(t, "stored", stored, len(list))
}

// isNearest expects these episodes to be the nearest to the axis, in this order.
func (w *world) isNearest(t tester, q graph.VectorQuery, want ...graph.ID) {
	t.Helper()
	if q.Vector = axis; q.Model == "" {
		q.Model = "small"
	}
	same(t, "found", idsOfMatches(w.nearest(t, q).Matches), append([]graph.ID{}, want...))
}

// vectorsParts checks that an episode is found once, by the best of its parts, whichever that is.
func vectorsParts(t tester, w *world) {
	a, b, c := episode("a", 1), episode("b", 2), episode("c", 3)
	a.Tags, b.Tags, b.Reward, a.Reward = []string{"some"}, []string{"some"}, 1, -1
	made := w.create(t, a, b, c)
	ids := idsOf(made)
	w.useModel(t, "small", false)
	w.putParts(t, "small", []graph.EpisodeVector{
		{EpisodeID: ids[0], Vectors: towards(0, 0.2, 0.9, 0.1)},
		{EpisodeID: ids[1], Vectors: append(towards(0.5, 0), make(graph.Vector, 2))},
		{EpisodeID: ids[2], Vectors: towards(0.7)},
	})
	w.has(t, graph.Embeddings{Model: "small", Vectors: 3})
	cosines := []float64{towards(0.9)[0].Cosine(axis), towards(0.5)[0].Cosine(axis), towards(0.7)[0].Cosine(axis)}
	order := []int{0, 2, 1}
	for limit := range 4 {
		want := graph.Nearest{Model: "small", Matches: []graph.VectorMatch{}}
		for _, i := range order[:limit] {
			e := made[i]
			want.Matches = append(want.Matches, graph.VectorMatch{
				EpisodeID: e.EpisodeID, ID: e.ID, CreatedAt: e.CreatedAt, Tags: e.Tags, Cosine: cosines[i],
			})
		}
		got := w.nearest(t, graph.VectorQuery{Model: "small", Vector: axis, Limit: limit})
		named := w.nearest(t, graph.VectorQuery{Model: "small", Vector: axis, Limit: limit, IDs: idsOfMatches(want.Matches)})
		sameNearest(t, "nearest", got, want)
		sameNearest(t, "the same, and named", named, want)
	}
	zero := 0.0
	w.isNearest(t, graph.VectorQuery{IDs: ids}, ids[0], ids[2], ids[1])
	w.isNearest(t, graph.VectorQuery{Limit: 9, Filter: graph.EpisodeFilter{Tags: []string{"some"}}}, ids[0], ids[1])
	w.isNearest(t, graph.VectorQuery{Limit: 9, Filter: graph.EpisodeFilter{MinReward: &zero}}, ids[2], ids[1])
	found := w.nearest(t, graph.VectorQuery{Model: "small", Vector: make(graph.Vector, 2), Limit: 9})
	same(t, "without a direction", len(found.Matches), 3)
}

func idsOfMatches(matches []graph.VectorMatch) []graph.ID {
	ids := make([]graph.ID, len(matches))
	for i, m := range matches {
		ids[i] = m.EpisodeID
	}
	return ids
}

// vectorsManyParts checks that a limit counts episodes, even if all parts of one are nearer than any other episode.
func vectorsManyParts(t tester, w *world) {
	const number = 30
	batch := make([]graph.NewEpisode, number)
	for i := range batch {
		batch[i] = episode("e", i)
		batch[i].Tags = []string{"all"}
	}
	ids := idsOf(w.create(t, batch...))
	list := make([]graph.EpisodeVector, number)
	for i := range list {
		list[i].EpisodeID = ids[i]
		for part := range graph.MaxParts {
			share := 1 - float32(i*graph.MaxParts+part)/(number*graph.MaxParts)
			list[i].Vectors = append(list[i].Vectors, towards(share)...)
		}
		slices.Reverse(list[i].Vectors)
	}
	w.useModel(t, "small", false)
	w.putParts(t, "small", list)
	w.has(t, graph.Embeddings{Model: "small", Vectors: number})
	for _, filter := range []graph.EpisodeFilter{{}, {Tags: []string{"all"}}} {
		for _, limit := range []int{1, 10, number} {
			w.isNearest(t, graph.VectorQuery{Limit: limit, Filter: filter}, ids[:limit]...)
		}
	}
}

// vectorsPartsGo checks that all parts go with their text or episode.
func vectorsPartsGo(t tester, w *world) {
	made := w.create(t, episode("one", 1), episode("two", 2), episode("three", 3))
	ids := idsOf(made)
	w.useModel(t, "small", false)
	w.putParts(t, "small", []graph.EpisodeVector{
		{EpisodeID: ids[0], Vectors: towards(0, 1, 0.9)},
		{EpisodeID: ids[1], Vectors: towards(0, 0.8)},
		{EpisodeID: ids[2], Vectors: towards(0.4, 0.3)},
	})
	w.isNearest(t, graph.VectorQuery{Limit: 9}, ids...)
	one := made[0]
	was := one.UpdatedAt
	one.Query, one.UpdatedAt = "another", at(10)
	ok(t, w.ReplaceEpisode(t.Context(), w.ws, one, was))
	w.has(t, graph.Embeddings{Model: "small", Waiting: 1, Vectors: 2})
	w.isNearest(t, graph.VectorQuery{IDs: ids, Limit: 9}, ids[1], ids[2])
	w.putParts(t, "small", []graph.EpisodeVector{{EpisodeID: ids[0], Vectors: towards(0.2, 0.1)}})
	w.isNearest(t, graph.VectorQuery{IDs: ids[:1], Limit: 9}, ids[1], ids[2], ids[0])
	_, err := w.DeleteEpisode(t.Context(), w.ws, ids[1])
	ok(t, err)
	w.has(t, graph.Embeddings{Model: "small", Vectors: 2})
	w.isNearest(t, graph.VectorQuery{IDs: ids, Limit: 9}, ids[2], ids[0])
}

// vectorsNone checks that an episode without vectors neither waits nor is found, until its text or the model changes.
func vectorsNone(t tester, w *world) {
	made := w.create(t, episode("one", 1), episode("two", 2))
	ids := idsOf(made)
	w.useModel(t, "small", false)
	w.putParts(t, "small", []graph.EpisodeVector{{EpisodeID: ids[0]}, {EpisodeID: ids[1], Vectors: towards(0.5)}})
	w.has(t, graph.Embeddings{Model: "small", Vectors: 1})
	w.isNearest(t, graph.VectorQuery{IDs: ids, Limit: 9}, ids[1])
	same(t, "claimed", len(w.claim(t, "small", "a", 0, 9)), 0)
	same(t, "next", w.useModel(t, "large", true), graph.Embeddings{Model: "small", Next: "large", Waiting: 2, Vectors: 1})
	same(t, "back", w.useModel(t, "small", true), graph.Embeddings{Model: "small", Vectors: 1})
	w.useModel(t, "large", true)
	w.putParts(t, "large", []graph.EpisodeVector{{EpisodeID: ids[0], Vectors: towards(0.9)}, {EpisodeID: ids[1]}})
	w.has(t, graph.Embeddings{Model: "large", Vectors: 1})
	w.isNearest(t, graph.VectorQuery{Model: "large", IDs: ids, Limit: 9}, ids[0])
	two := made[1]
	was := two.UpdatedAt
	two.Query, two.UpdatedAt = "another", at(10)
	ok(t, w.ReplaceEpisode(t.Context(), w.ws, two, was))
	w.has(t, graph.Embeddings{Model: "large", Waiting: 1, Vectors: 1})
	w.putParts(t, "large", []graph.EpisodeVector{{EpisodeID: ids[1]}})
	same(t, "a third model", w.useModel(t, "huge", true), graph.Embeddings{Model: "large", Next: "huge", Waiting: 2, Vectors: 1})
	_, err := w.DeleteEpisode(t.Context(), w.ws, ids[1])
	ok(t, err)
	w.putParts(t, "huge", []graph.EpisodeVector{{EpisodeID: ids[0]}})
	w.has(t, graph.Embeddings{Model: "huge"})
	w.isNearest(t, graph.VectorQuery{Model: "huge", IDs: ids, Limit: 9})
}

// vectorsPartsSwitch checks that the parts of one model are never taken for those of another, however often the model
// changes.
func vectorsPartsSwitch(t tester, w *world) {
	ids := w.episodes(t, 2)
	w.useModel(t, "small", false)
	w.putParts(t, "small", []graph.EpisodeVector{
		{EpisodeID: ids[0], Vectors: towards(0, 0.9, 1)}, {EpisodeID: ids[1], Vectors: towards(0.5)},
	})
	for _, model := range []string{"large", "huge", "small"} {
		former := w.useModel(t, model, true).Model
		w.putParts(t, model, []graph.EpisodeVector{{EpisodeID: ids[0], Vectors: towards(0.2, 0.3)}})
		found := w.nearest(t, graph.VectorQuery{Model: former, Vector: axis, Limit: 9})
		same(t, "the former answers", len(found.Matches), 2)
		stored, err := w.PutVectors(t.Context(), w.ws, "parts", []graph.EpisodeVector{{EpisodeID: ids[1], Vectors: towards(0, 0.4)}})
		ok(t, err)
		same(t, "stored", stored, 1)
		w.has(t, graph.Embeddings{Model: model, Vectors: 2})
		w.isNearest(t, graph.VectorQuery{Model: model, Limit: 9}, ids[1], ids[0])
		w.isNearest(t, graph.VectorQuery{Model: model, IDs: ids}, ids[1], ids[0])
	}
}
