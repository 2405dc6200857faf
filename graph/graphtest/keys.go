package graphtest

import (
	"strings"

	"plotline/graph"
)

var keysTopic = topic{"idempotency keys", []testCase{
	{"equal content returns the first result", replayReturnsFirst},
	{"other content is refused", keyReused},
	{"a key is compared to the byte", keyBytes},
	{"a key twice in one batch", keyRepeatedInBatch},
	{"a replay gives the episode as it stands", replayAsItStands},
	{"an id under another key or none", idUnderAnotherKey},
	{"a repeated attempt without a key", repeatedWithoutKey},
	{"a batch may be repeated whole", repeatedBatch},
	{"the key ends with the episode", keyEndsWithEpisode},
	{"a failed batch takes no key", failedTakesNoKey},
}}

// keyed returns an episode with a key. Its digest represents its content.
func keyed(name, key string, seconds int) graph.NewEpisode {
	ep := episode(name, seconds)
	ep.Key, ep.Digest = key, "digest of "+name
	return ep
}

// again returns the same content under a new id, as a client sends it that did not receive the reply.
func again(ep graph.NewEpisode) graph.NewEpisode {
	ep.EpisodeID = graph.NewID()
	ep.CreatedAt, ep.UpdatedAt = ep.CreatedAt+5, ep.UpdatedAt+5
	return ep
}

// wantRefused creates one episode and expects an error.
func (w *world) wantRefused(t tester, ep graph.NewEpisode, want error) {
	t.Helper()
	_, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{Episodes: []graph.NewEpisode{ep}})
	same(t, "error", verdictOf(err), verdictOf(want))
}

func replayReturnsFirst(t tester, w *world) {
	ep := keyed("a", "k", 0)
	first := w.create(t, ep)[0]
	before := w.state(t)
	same(t, "replay", w.create(t, again(ep))[0], first)
	same(t, "own attempt", w.create(t, ep)[0], first)
	mixed := w.create(t, episode("b", 1), again(ep))
	same(t, "replay in a batch", mixed[1], first)
	_, err := w.DeleteEpisode(t.Context(), w.ws, mixed[0].EpisodeID)
	ok(t, err)
	same(t, "state", w.state(t), before)
}

func keyReused(t tester, w *world) {
	holder := w.create(t, keyed("a", "k", 0))[0].EpisodeID
	before := w.state(t)
	w.wantRefused(t, keyed("b", "k", 1), graph.KeyReused("k", holder))
	_, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{
		Episodes: []graph.NewEpisode{episode("c", 2), keyed("d", "k", 3)},
	})
	refused(t, err, graph.KeyReused("k", holder).At(1))
	same(t, "state", w.state(t), before)
}

func keyBytes(t tester, w *world) {
	keys := []string{
		"k", "K", "k ", " k", "\u00e9", "e\u0301", "k\x00", "1", "1.0", "🔑", "*", "'", strings.Repeat("x", 200),
		strings.Repeat("x", 199) + "y",
	}
	ids := map[graph.ID]bool{}
	for i, key := range keys {
		ids[w.create(t, keyed("e", key, i))[0].EpisodeID] = true
	}
	same(t, "episodes", len(ids), len(keys))
	for _, key := range keys {
		replay := w.create(t, keyed("e", key, 99))[0]
		if !ids[replay.EpisodeID] {
			t.Errorf("key %q is forgotten", key)
		}
	}
}

func keyRepeatedInBatch(t tester, w *world) {
	a := keyed("a", "k", 0)
	made := w.create(t, a, episode("b", 1), again(a))
	same(t, "third item", made[2], made[0])
	same(t, "state", namesOf(w.state(t).Episodes), []string{"b", "a"})
	x := keyed("x", "l", 2)
	_, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{
		Episodes: []graph.NewEpisode{x, again(x), keyed("y", "l", 3)},
	})
	refused(t, err, graph.KeyReused("l", "").At(2))
	same(t, "state", namesOf(w.state(t).Episodes), []string{"b", "a"})
}

func replayAsItStands(t tester, w *world) {
	ep := keyed("a", "k", 0)
	now := w.create(t, ep)[0]
	was := now.UpdatedAt
	now.Name, now.Reward, now.UpdatedAt = "renamed", -1, at(7)
	ok(t, w.ReplaceEpisode(t.Context(), w.ws, now, was))
	same(t, "replay after an update", w.create(t, again(ep))[0], now)
	changed := keyed("renamed", "k", 7)
	w.wantRefused(t, changed, graph.KeyReused("k", now.EpisodeID)) // the key keeps its first content
}

func idUnderAnotherKey(t tester, w *world) {
	a, b := keyed("a", "k", 0), episode("b", 1)
	w.create(t, a, b)
	before := w.state(t)
	other := a
	other.Key = "other" // with the same content
	w.wantRefused(t, other, graph.EpisodeExists(a.EpisodeID))
	late := b
	late.Key, late.Digest = "late", "digest of late"
	w.wantRefused(t, late, graph.EpisodeExists(b.EpisodeID))
	foreign := keyed("c", "k", 2)
	foreign.EpisodeID = b.EpisodeID
	w.wantRefused(t, foreign, graph.KeyReused("k", a.EpisodeID)) // the key is checked first
	foreign = a
	foreign.EpisodeID = b.EpisodeID
	same(t, "a known key wins over a known id", w.create(t, foreign)[0].EpisodeID, a.EpisodeID)
	same(t, "state", w.state(t), before)
}

func repeatedWithoutKey(t tester, w *world) {
	a := episode("a", 0)
	a.Tags, a.Metadata = []string{"x"}, object(`{"k":1.0}`)
	first := w.create(t, a)[0]
	same(t, "repeated", w.create(t, a)[0], first)
	same(t, "repeated in a batch", w.create(t, a, a)[1], first)
	for name, change := range map[string]func(e *graph.NewEpisode){
		"name":     func(e *graph.NewEpisode) { e.Name = "b" },
		"query":    func(e *graph.NewEpisode) { e.Query += " " },
		"reward":   func(e *graph.NewEpisode) { e.Reward = 0.25 },
		"tags":     func(e *graph.NewEpisode) { e.Tags = nil },
		"metadata": func(e *graph.NewEpisode) { e.Metadata = object(`{"k":1.00}`) },
	} {
		other := a
		change(&other)
		t.Log(name)
		w.wantRefused(t, other, graph.EpisodeExists(a.EpisodeID))
	}
	same(t, "state", len(w.state(t).Episodes), 1)
}

func repeatedBatch(t tester, w *world) {
	ids := w.episodes(t, 1)
	batch := graph.Batch{
		Episodes: []graph.NewEpisode{keyed("a", "k", 1), keyed("b", "l", 2)},
		Relationships: []graph.NewRelationship{
			link(graph.End{Item: 0}, graph.End{Item: 1}, graph.Follows),
			link(graph.End{Item: -1, Episode: ids[0]}, graph.End{Item: 0}, graph.Causes),
		},
	}
	first, err := w.CreateEpisodes(t.Context(), w.ws, batch)
	ok(t, err)
	before := w.state(t)
	second, err := w.CreateEpisodes(t.Context(), w.ws, batch)
	ok(t, err)
	same(t, "repeated", second, first)
	same(t, "state", w.state(t), before)
}

func keyEndsWithEpisode(t tester, w *world) {
	ep := keyed("a", "k", 0)
	first := w.create(t, ep)[0]
	_, err := w.DeleteEpisode(t.Context(), w.ws, first.EpisodeID)
	ok(t, err)
	second := w.create(t, keyed("b", "k", 1))[0]
	if second.ID <= first.ID {
		t.Errorf("serial number %d is given again after %d", second.ID, first.ID)
	}
	w.wantRefused(t, again(ep), graph.KeyReused("k", second.EpisodeID))
}

func failedTakesNoKey(t tester, w *world) {
	there := w.create(t, episode("there", 0))[0]
	clash := episode("clash", 1)
	clash.EpisodeID = there.EpisodeID
	_, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{
		Episodes: []graph.NewEpisode{keyed("a", "k", 2), clash},
	})
	refused(t, err, graph.EpisodeExists(there.EpisodeID).At(1))
	same(t, "later", w.create(t, keyed("b", "k", 3))[0].Name, "b")
}
