package graphtest

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"plotline/graph"
)

var searchTopic = topic{"search", []testCase{
	{"no token, no result", searchNothing},
	{"every token, in any field", searchFields},
	{"whole tokens of any script", searchScripts},
	{"characters special to search engines", searchSpecials},
	{"over-long tokens", searchLongTokens},
	{"filters", searchFilters},
	{"limit and count, best first", searchLimit},
	{"scores are those of Rank", searchScores},
	{"of very many matches the newest are ranked", searchNewest},
	{"the index follows changes", searchFollowsChanges},
}}

// document is an episode whose search text is the query alone.
func document(name, text string) graph.NewEpisode {
	ep := episode(name, 0)
	ep.Name, ep.Query, ep.Metadata = "-", text, object(`{"name":"`+name+`"}`)
	return ep
}

// finds wants exactly these episodes, in whatever order.
func (w *world) finds(t tester, q graph.SearchQuery, want ...graph.ID) {
	t.Helper()
	q.Limit = 50
	hits, count, err := w.SearchEpisodes(t.Context(), w.ws, q)
	ok(t, err)
	notNil(t, "hits", hits)
	got := make([]graph.ID, len(hits))
	for i, h := range hits {
		got[i] = h.EpisodeID
	}
	slices.Sort(got)
	slices.Sort(want)
	same(t, fmt.Sprintf("found by %q", q.Tokens), got, want)
	same(t, fmt.Sprintf("count by %q", q.Tokens), count, len(want))
}

// asks is a search as a client types it.
func asks(text string) graph.SearchQuery { return graph.SearchQuery{Tokens: graph.QueryTokens(text)} }

func searchNothing(t tester, w *world) {
	w.episodes(t, 2)
	w.finds(t, asks(""))
	w.finds(t, asks(" *\t\"' 🚀 "))
	w.finds(t, graph.SearchQuery{Tokens: []string{}, MinReward: new(-1.0)})
	w.finds(t, asks("nowhere"))
}

func searchFields(t tester, w *world) {
	ep := episode("Alpha", 0)
	ep.Query, ep.Reflection, ep.Tags = "beta\nBETA", "gamma; gamma", []string{"del-ta", "Epsilon"}
	ep.Metadata = object(`{"zeta":"eta"}`)
	all := w.create(t, ep, episode("alpha", 1))
	a, b := all[0].EpisodeID, all[1].EpisodeID
	w.finds(t, asks("alpha"), a, b)
	w.finds(t, asks("ALPHA beta"), a)
	w.finds(t, asks("gamma alpha epsilon"), a)
	w.finds(t, asks("del"), a)
	w.finds(t, asks("ta del"), a)
	w.finds(t, asks("delta"))
	w.finds(t, asks("beta omega"))
	w.finds(t, asks("zeta")) // metadata is not searched
	w.finds(t, asks("alph"))
	w.finds(t, asks("alphas"))
	w.finds(t, asks("name"))
	w.finds(t, asks("query"))
	same(t, "a hit is the episode", w.hit(t, "epsilon"), brief(t, []graph.Episode{w.hit(t, "epsilon")}, all[:1])[0])
}

// hit gives the only episode that a word finds.
func (w *world) hit(t tester, word string) graph.Episode {
	t.Helper()
	hits, _, err := w.SearchEpisodes(t.Context(), w.ws, graph.SearchQuery{Tokens: []string{word}, Limit: 5})
	ok(t, err)
	if len(hits) != 1 {
		t.Fatalf("%q finds %d episodes, want one", word, len(hits))
	}
	return hits[0].Episode
}

func searchFilters(t tester, w *world) {
	shelf(t, w) // every query says "how did … go"
	ids := map[string]graph.ID{}
	for _, e := range w.state(t).Episodes {
		ids[e.Name] = e.EpisodeID
	}
	for name, c := range map[string]struct {
		q    graph.SearchQuery
		want []string
	}{
		"min reward inclusive": {graph.SearchQuery{MinReward: new(0.1)}, []string{"s3", "s4", "s5"}},
		"zero is a bound":      {graph.SearchQuery{MinReward: new(0.0)}, []string{"s2", "s3", "s4", "s5"}},
		"one tag":              {graph.SearchQuery{Tags: []string{"a"}}, []string{"s1", "s2", "s5"}},
		"all tags":             {graph.SearchQuery{Tags: []string{"b", "a"}}, []string{"s2", "s5"}},
		"tag and reward":       {graph.SearchQuery{Tags: []string{"a"}, MinReward: new(0.0)}, []string{"s2", "s5"}},
		"a tag to the byte":    {graph.SearchQuery{Tags: []string{"É"}}, nil},
	} {
		want := make([]graph.ID, len(c.want))
		for i, n := range c.want {
			want[i] = ids[n]
		}
		c.q.Tokens = []string{"go", "how"}
		t.Log(name)
		w.finds(t, c.q, want...)
	}
}

func searchLimit(t tester, w *world) {
	batch := make([]graph.NewEpisode, 0, 30)
	for i := range cap(batch) {
		batch = append(batch, document("d", strings.Repeat("filler ", i%4)+strings.Repeat("needle ", 1+i%3)))
	}
	w.create(t, batch...)
	q := graph.SearchQuery{Tokens: []string{"needle"}}
	for _, q.Limit = range []int{1, 7, 30, 50} {
		hits, count, err := w.SearchEpisodes(t.Context(), w.ws, q)
		ok(t, err)
		same(t, "count", count, 30)
		same(t, "hits", len(hits), min(q.Limit, 30))
		seen := map[graph.ID]bool{}
		for i, h := range hits {
			if math.IsNaN(h.Score) || math.IsInf(h.Score, 0) || seen[h.EpisodeID] {
				t.Errorf("hit %d: %s with score %v", i, h.EpisodeID, h.Score)
			}
			seen[h.EpisodeID] = true
			if i > 0 && !ranked(hits[i-1], h) {
				t.Errorf("hits %d and %d are out of order: %v %s, %v %s", i-1, i,
					hits[i-1].Score, hits[i-1].EpisodeID, h.Score, h.EpisodeID)
			}
		}
	}
}

// ranked tells whether two hits stand in the order of the contract: best first, ties by id.
func ranked(a, b graph.Hit) bool {
	return a.Score > b.Score || (a.Score == b.Score && a.EpisodeID < b.EpisodeID)
}

func searchFollowsChanges(t tester, w *world) {
	ep := w.create(t, document("d", "first"))[0]
	was := ep.UpdatedAt
	ep.Query, ep.Tags, ep.UpdatedAt = "second", []string{"third"}, was+1
	ok(t, w.ReplaceEpisode(t.Context(), w.ws, ep, was))
	w.finds(t, asks("first"))
	w.finds(t, asks("second third"), ep.EpisodeID)
	refused(t, w.ReplaceEpisode(t.Context(), w.ws, graph.Episode{EpisodeID: ep.EpisodeID, Query: "fourth"}, was),
		graph.Stale(ep.EpisodeID, was+1))
	w.finds(t, asks("fourth"))
	w.finds(t, asks("second"), ep.EpisodeID)
	clash := document("c", "fifth")
	clash.EpisodeID = ep.EpisodeID
	_, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{Episodes: []graph.NewEpisode{document("b", "sixth"), clash}})
	refused(t, err, graph.EpisodeExists(ep.EpisodeID).At(1))
	w.finds(t, asks("sixth"))
	_, err = w.DeleteEpisode(t.Context(), w.ws, ep.EpisodeID)
	ok(t, err)
	w.finds(t, asks("second"))
}

// searchScores holds scores and order against the model's, to the bit.
func searchScores(t tester, w *world) {
	m := newModel()
	batch := essays(60)
	batch[7].Reflection, batch[8].Tags, batch[9].Name = "straw needle", []string{"Needle-straw", "needle"}, "needle"
	batch[10].Query = "needle needle needle needle hay\nneedle, 針 針針 straw"
	w.create(t, batch...)
	_, err := m.CreateEpisodes(t.Context(), w.ws, graph.Batch{Episodes: batch})
	ok(t, err)
	long := asks(strings.Repeat("needle ", 3) + "straw filler " + batch[1].Query)
	for _, q := range []graph.SearchQuery{
		asks("needle"), asks("straw needle"), asks("hay needle filler"), asks("針"), long,
		{Tokens: []string{"needle"}, MinReward: new(0.1)},
		{Tokens: []string{"straw"}, Tags: []string{"needle"}},
	} {
		for _, q.Limit = range []int{1, 20, 50} {
			want, count, err := m.SearchEpisodes(t.Context(), w.ws, q)
			ok(t, err)
			got := w.search(t, q)
			same(t, fmt.Sprintf("count by %+v", q), got.Count, count)
			same(t, fmt.Sprintf("scores by %+v", q), scores(got.Hits), scores(want))
			for _, h := range got.Hits {
				if !(h.Score > 0) {
					t.Errorf("score %v", h.Score)
				}
			}
		}
	}
}

func scores(hits []graph.Hit) []graph.Ranked {
	list := make([]graph.Ranked, len(hits))
	for i, h := range hits {
		list[i] = graph.Ranked{EpisodeID: h.EpisodeID, Score: h.Score}
	}
	return list
}

func searchNewest(t tester, w *world) {
	batch := make([]graph.NewEpisode, graph.RankedMatches)
	for i := range batch {
		batch[i] = document("d", "needle in hay")
		batch[i].CreatedAt = at(i % 3)
	}
	old := document("old", "needle needle needle")
	old.CreatedAt = at(0) - 1
	w.create(t, old)
	best := graph.SearchQuery{Tokens: []string{"needle"}, Limit: 1}
	same(t, "the best alone", w.search(t, best).Hits[0].EpisodeID, old.EpisodeID)
	w.create(t, batch[1:]...)
	got := w.search(t, best)
	same(t, "the best of as many as are ranked", got.Hits[0].EpisodeID, old.EpisodeID)
	same(t, "count", got.Count, graph.RankedMatches)
	w.create(t, batch[0])
	got = w.search(t, best)
	if got.Hits[0].EpisodeID == old.EpisodeID {
		t.Error("the oldest of more matches than are ranked was found first")
	}
	same(t, "count", got.Count, graph.RankedMatches+1)
}
