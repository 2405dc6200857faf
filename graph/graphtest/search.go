package graphtest

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/ranking"
)

var searchTopic = topic{"search", []testCase{
	{"no word, no result", searchNothing},
	{"every word, in any field", searchFields},
	{"stems", searchStems},
	{"phrases and prefixes", searchPhrases},
	{"words of any script", searchScripts},
	{"characters special to search engines", searchSpecials},
	{"over-long tokens", searchLongTokens},
	{"keys and authors of the metadata", searchKeys},
	{"filters", searchFilters},
	{"filters, beside all", searchUnfiltered},
	{"limit and count", searchLimit},
	{"what scores are made of", searchNumbers},
	{"samples", searchSamples},
	{"the index follows changes", searchFollowsChanges},
}}

// document returns an episode whose search text is only the query.
func document(name, text string) graph.NewEpisode {
	ep := episode(name, 0)
	ep.Name, ep.Query, ep.Metadata = "-", text, object(`{"name":"`+name+`"}`)
	return ep
}

// all returns a query for the episodes that hold all of its clauses.
func all(text string) graph.TextQuery {
	return graph.TextQuery{Clauses: analysis.English.Parse(text), All: true, Limit: 50}
}

// everyLookup looks episodes up by every clause. Each lookup outweighs all lookups before it.
func everyLookup(clauses []analysis.Clause) []graph.TextLookup {
	lookups := make([]graph.TextLookup, len(clauses))
	for i := range clauses {
		lookups[i] = graph.TextLookup{Lookup: ranking.Lookup{Clause: i, Most: 1000}, Weight: float64(int64(1) << i)}
	}
	return lookups
}

// finds expects a query for all clauses to find exactly these episodes, in any order.
func (w *world) finds(t tester, text string, want ...graph.ID) {
	t.Helper()
	w.findsBy(t, text, all(text), want)
}

// findsSome expects a query for some clauses to find exactly these episodes.
func (w *world) findsSome(t tester, text string, want ...graph.ID) {
	t.Helper()
	clauses := analysis.English.Parse(text)
	w.findsBy(t, "some of "+text, graph.TextQuery{Clauses: clauses, Lookups: everyLookup(clauses), Limit: 50}, want)
}

func (w *world) findsBy(t tester, what string, q graph.TextQuery, want []graph.ID) {
	t.Helper()
	found, err := w.FindText(t.Context(), w.ws, q)
	ok(t, err)
	notNil(t, "matches", found.Matches)
	got := make([]graph.ID, len(found.Matches))
	for i, m := range found.Matches {
		got[i] = m.EpisodeID
	}
	slices.Sort(got)
	want = slices.Sorted(slices.Values(want))
	same(t, fmt.Sprintf("found by %q", what), got, append([]graph.ID{}, want...))
	same(t, fmt.Sprintf("count by %q", what), found.Count, len(want))
}

// sortedMatches sorts matches, whose order is unspecified.
func sortedMatches(matches []graph.TextMatch) []graph.TextMatch {
	matches = slices.Clone(matches)
	slices.SortFunc(matches, func(a, b graph.TextMatch) int { return cmp.Compare(a.EpisodeID, b.EpisodeID) })
	for i := range matches {
		slices.Sort(matches[i].Held)
		if len(matches[i].Held) == 0 {
			matches[i].Held = nil
		}
	}
	return matches
}

func searchNothing(t tester, w *world) {
	w.episodes(t, 2)
	w.finds(t, "")
	w.finds(t, " *\t\"' 🚀 ")
	w.findsSome(t, " *\t\"' 🚀 ")
	w.finds(t, "nowhere")
	w.findsSome(t, "nowhere at")
	counted, err := w.CountText(t.Context(), w.ws, graph.CountQuery{Most: 10})
	ok(t, err)
	same(t, "counts of nothing", counted, ranking.Statistics{Episodes: 2, Having: []int{}})
	found, err := w.beside(t).FindText(t.Context(), "nobody.s", all("query"))
	ok(t, err)
	same(t, "in no workspace", []int{len(found.Matches), found.Count}, []int{0, 0})
}

func searchFields(t tester, w *world) {
	ep := episode("Alpha", 0)
	ep.Query, ep.Reflection, ep.Tags = "beta\nBETA", "gamma; gamma", []string{"del+ta", "Epsilon"}
	ep.Metadata = object(`{"zeta":"eta"}`)
	made := w.create(t, ep, episode("alpha", 1))
	a, b := made[0].EpisodeID, made[1].EpisodeID
	w.finds(t, "alpha", a, b)
	w.finds(t, "ALPHA beta", a)
	w.findsSome(t, "ALPHA beta", a, b)
	w.finds(t, "gamma alpha epsilon", a)
	w.finds(t, "del", a)
	w.finds(t, "ta del", a)
	w.finds(t, "delta")
	w.finds(t, "beta omega")
	w.findsSome(t, "beta omega", a)
	w.finds(t, "zeta") // metadata is not searched
	w.finds(t, "alph")
	w.finds(t, "name")
	w.finds(t, "reflection")
	m := w.look(t, all("epsilon")).Matches[0]
	same(t, "a match is the episode", []any{m.EpisodeID, m.ID, m.CreatedAt, m.Tags},
		[]any{made[0].EpisodeID, made[0].ID, made[0].CreatedAt, made[0].Tags})
}

func searchStems(t tester, w *world) {
	searchTable(t, w, []string{
		"orders arrived twice", "the order arrives", "a slow checkout", "checking out slowly", "caches", "cached queries", "a query's cache",
		"ordinary", "HTTPServer getUserName", "http server", "snake_case_name", "user name",
	}, map[string]string{
		"order arriving": "orders arrived twice", "slow": "a slow checkout", "slowness": "", "caching query": "cached queries", "ordinary": "ordinary",
		"server": "HTTPServer getUserName", "getusername": "HTTPServer getUserName", "getUserName": "HTTPServer getUserName",
		"user": "user name", "case": "snake_case_name", "HttpServer": "", "checkouts": "a slow checkout",
	})
}

func searchPhrases(t tester, w *world) {
	searchTable(t, w, []string{
		"deploy to production", "production: deploy", "deployed, then rolled back", "re-deploy", "the deployment", "dep", "deplo y",
		"to deploy to prod", "東京都", "都東京", "Straße 12",
	}, map[string]string{
		`"deploy to"`: "deploy to production", `"Deploy, TO production"`: "deploy to production", `"production deploy"`: "production: deploy",
		`"to deploy" prod`: "to deploy to prod", "deploy*": "the deployment", "dep*": "dep", "de*": "", "deploy*ment": "", `"deploy*"`: "re-deploy",
		`deploy* "rolled back"`: "deployed, then rolled back", "prod* deploy*": "production: deploy", `"京都"`: "東京都", "京都": "東京都",
		"deploy**": "re-deploy", "(deplo*)": "deplo y", "STRAß*": "Straße 12", `"unclosed deploy`: "", `deploy"`: "re-deploy", `""`: "", `"deploy" "to"`: "deploy to production",
	})
	ends := document("-", "beginning")
	ends.Name, ends.Reflection = "the end", "of all"
	id := w.create(t, ends)[0].EpisodeID
	w.finds(t, `"the end"`, id)
	w.finds(t, `"end beginning"`) // a phrase does not span two fields
	w.finds(t, `"beginning of"`)
}

func searchFilters(t tester, w *world) {
	shelf(t, w) // every query says "how did … go"
	ids := map[string]graph.ID{}
	times := map[string]graph.Time{}
	for _, e := range w.state(t).Episodes {
		ids[e.Name], times[e.Name] = e.EpisodeID, e.CreatedAt
	}
	byTime := func(keep func(graph.Time) bool) (names []string) {
		for name, at := range times {
			if keep(at) {
				names = append(names, name)
			}
		}
		return names
	}
	middle := times["s3"]
	for name, c := range map[string]struct {
		filter graph.EpisodeFilter
		want   []string
	}{
		"min reward inclusive": {graph.EpisodeFilter{MinReward: new(0.1)}, []string{"s3", "s4", "s5"}},
		"zero is a bound":      {graph.EpisodeFilter{MinReward: new(0.0)}, []string{"s2", "s3", "s4", "s5"}},
		"one tag":              {graph.EpisodeFilter{Tags: []string{"a"}}, []string{"s1", "s2", "s5"}},
		"all tags":             {graph.EpisodeFilter{Tags: []string{"b", "a"}}, []string{"s2", "s5"}},
		"tag and reward":       {graph.EpisodeFilter{Tags: []string{"a"}, MinReward: new(0.0)}, []string{"s2", "s5"}},
		"a tag to the byte":    {graph.EpisodeFilter{Tags: []string{"É"}}, nil},
		"max reward":           {graph.EpisodeFilter{MinReward: new(0.0), MaxReward: new(0.0)}, []string{"s2"}},
		"since":                {graph.EpisodeFilter{Since: &middle}, byTime(func(at graph.Time) bool { return at >= middle })},
		"until":                {graph.EpisodeFilter{Until: &middle}, byTime(func(at graph.Time) bool { return at <= middle })},
	} {
		want := make([]graph.ID, len(c.want))
		for i, n := range c.want {
			want[i] = ids[n]
		}
		q := all("go how")
		q.Filter = c.filter
		w.findsBy(t, name, q, want)
		q.All, q.Lookups = false, everyLookup(q.Clauses)
		w.findsBy(t, "some, "+name, q, want)
	}
}

// searchUnfiltered expects the heaviest that pass a filter, and the heaviest of all, each up to the limit.
func searchUnfiltered(t tester, w *world) {
	batch := make([]graph.NewEpisode, 20)
	for i := range batch {
		batch[i] = document("d", "needle "+strings.Repeat("straw", i%2))
		if i%2 == 0 {
			batch[i].Tags = []string{"light"}
		}
	}
	made := w.create(t, batch...)
	clauses := analysis.English.Parse("needle straw")
	q := graph.TextQuery{
		Clauses: clauses, Lookups: everyLookup(clauses), Filter: graph.EpisodeFilter{Tags: []string{"light"}}, Limit: 10, Unfiltered: true,
	}
	found, err := w.FindText(t.Context(), w.ws, q)
	ok(t, err)
	same(t, "counts", []int{found.Count, found.UnfilteredCount}, []int{10, 20})
	for i, list := range [][]graph.TextMatch{found.Matches, found.Unfiltered} {
		var want, got []graph.ID
		for j := i; j < len(made); j += 2 {
			want = append(want, made[j].EpisodeID)
		}
		for _, m := range list {
			got = append(got, m.EpisodeID)
			same(t, "held", len(m.Held), 1+i)
		}
		same(t, fmt.Sprintf("list %d", i), slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want)))
	}
	q.Unfiltered = false
	found, err = w.FindText(t.Context(), w.ws, q)
	ok(t, err)
	same(t, "nothing beside", []int{found.Count, len(found.Matches), len(found.Unfiltered), found.UnfilteredCount}, []int{10, 10, 0, 0})
}

func searchLimit(t tester, w *world) {
	batch := make([]graph.NewEpisode, 0, 30)
	for i := range cap(batch) {
		batch = append(batch, document("d", strings.Repeat("straw ", i%2)+"needle"))
	}
	made := w.create(t, batch...)
	newest := slices.SortedFunc(slices.Values(made), newestFirst)
	q := all("needle")
	for _, q.Limit = range []int{1, 7, 30, 50} {
		got := w.look(t, q)
		same(t, "count", got.Count, 30)
		want := make([]graph.ID, min(q.Limit, 30))
		for i := range want {
			want[i] = newest[i].EpisodeID
		}
		slices.Sort(want)
		ids := make([]graph.ID, len(got.Matches))
		for i, m := range got.Matches {
			ids[i] = m.EpisodeID
		}
		same(t, "the newest", ids, want)
	}
	clauses := analysis.English.Parse("needle straw")
	heaviest := w.look(t, graph.TextQuery{Clauses: clauses, Lookups: everyLookup(clauses), Limit: 15})
	same(t, "count", heaviest.Count, 30)
	for _, m := range heaviest.Matches {
		same(t, "held by the heaviest", m.Held, []int{0, 1})
	}
	few := everyLookup(clauses[:1])
	few[0].Most = 4
	same(t, "no more than the look-up allows", w.look(t, graph.TextQuery{Clauses: clauses, Lookups: few, Limit: 15}).Count, 4)
	counted, err := w.CountText(t.Context(), w.ws, graph.CountQuery{Clauses: clauses, Most: 20})
	ok(t, err)
	same(t, "counts up to a bound", counted, ranking.Statistics{Episodes: 30, Having: []int{20, 15}})
}

func searchFollowsChanges(t tester, w *world) {
	ep := w.create(t, document("d", "first"))[0]
	was := ep.UpdatedAt
	ep.Query, ep.Tags, ep.UpdatedAt = "second", []string{"third"}, was+1
	ok(t, w.ReplaceEpisode(t.Context(), w.ws, ep, was))
	w.finds(t, "first")
	w.finds(t, "second third", ep.EpisodeID)
	doc := graph.DocumentOf(ep)
	asked := all("second third first")
	asked.All, asked.Lookups = false, everyLookup(asked.Clauses)
	m := w.look(t, asked).Matches[0]
	same(t, "terms", []any{string(m.Vector), m.Length}, []any{string(analysis.AskedBy(asked.Clauses).Of(doc.Vector)), doc.Length})
	refused(t, w.ReplaceEpisode(t.Context(), w.ws, graph.Episode{EpisodeID: ep.EpisodeID, Query: "fourth"}, was),
		graph.Stale(ep.EpisodeID, was+1))
	w.finds(t, "fourth")
	w.finds(t, "second", ep.EpisodeID)
	clash := document("c", "fifth")
	clash.EpisodeID = ep.EpisodeID
	_, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{Episodes: []graph.NewEpisode{document("b", "sixth"), clash}})
	refused(t, err, graph.EpisodeExists(ep.EpisodeID).At(1))
	w.finds(t, "sixth")
	_, err = w.DeleteEpisode(t.Context(), w.ws, ep.EpisodeID)
	ok(t, err)
	w.finds(t, "second")
	w.findsSome(t, "second third")
}

// searchNumbers compares a store's statistics of texts with the model's.
func searchNumbers(t tester, w *world) {
	m := newModel()
	batch := essays(60)
	batch[7].Reflection, batch[8].Tags, batch[9].Name = "straw needle", []string{"Needle-straw", "needle"}, "needle"
	batch[10].Query = "needle needle needle needle hay\nneedle, 針 針針 straw"
	w.create(t, batch...)
	made, err := m.CreateEpisodes(t.Context(), w.ws, graph.Batch{Episodes: batch})
	ok(t, err)
	same(t, "made", len(made.Episodes), len(batch))
	ofModel := &world{Store: m, ws: w.ws}
	for _, text := range []string{
		"needle", "straw needle", "hay needle filler", "針", `"straw hay" need* filler`,
		strings.Repeat("needle ", 3) + "straw filler " + batch[1].Query,
	} {
		clauses := analysis.English.Parse(text)
		for _, q := range []graph.TextQuery{all(text), {Clauses: clauses, Lookups: everyLookup(clauses), Limit: 60}} {
			same(t, fmt.Sprintf("by %q, all: %t", text, q.All), w.look(t, q), ofModel.look(t, q))
		}
	}
}

// searchSamples expects each sample to be about a quarter of the one before, and the counts of common words to be estimated
// in it.
func searchSamples(t tester, w *world) {
	batch := make([]graph.NewEpisode, bulk)
	for i := range batch {
		batch[i] = document("d", "needle "+strings.Repeat("straw", i%2)+strings.Repeat(" rare", 1-min(i%100, 1)))
	}
	w.create(t, batch...)
	clauses := analysis.English.Parse("needle straw rare")
	before := bulk
	for sample := range 3 {
		least := bulk / analysis.SampleShare(sample)
		const most = 100
		counted, err := w.CountText(t.Context(), w.ws, graph.CountQuery{Clauses: clauses, Most: most, Sample: least})
		ok(t, err)
		same(t, "sample", ranking.SampleFor(bulk, least), sample)
		all, straw := 0, 0
		for i, e := range batch {
			if analysis.SampleOf(string(e.EpisodeID)) >= sample {
				all++
				straw += i % 2
			}
		}
		want := []int{most, most, bulk / 100}
		if sample > 0 {
			want[0], want[1] = ranking.Estimate(all, sample, most, bulk), ranking.Estimate(straw, sample, most, bulk)
		}
		same(t, fmt.Sprintf("with a word, estimated in sample %d", sample), counted.Having, want)
		if share := float64(all) / float64(before); sample > 0 && math.Abs(share-0.25) > 0.15 {
			t.Errorf("sample %d is %.2f of the one before", sample, share)
		}
		before = all
	}
}
