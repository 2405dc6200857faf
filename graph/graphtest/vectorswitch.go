package graphtest

import "plotline/graph"

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
