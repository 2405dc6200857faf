package graphtest

import (
	"strings"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/ranking"
)

var workspacesTopic = topic{"workspaces", []testCase{
	{"the same ids in two", twinIDs},
	{"what stands in another is unknown", neighbourUnknown},
	{"numbers and keys are each workspace's own", ownNumbersAndKeys},
	{"names that look alike", alikeNames},
	{"search sees its own alone", searchApart},
	{"scores come of its own words", scoresApart},
}}

// beside returns a second workspace of the same store.
func (w *world) beside(t tester) *world {
	t.Helper()
	return newWorld(w.peers...)
}

// twin stores a small graph with fixed ids. Texts and strengths differ between workspaces.
func twin(t tester, w *world, mark string, strength float64) state {
	t.Helper()
	episodes, rels := plan(4, []Edge{
		{0, 1, graph.Follows, strength}, {1, 2, graph.Follows, strength}, {2, 3, graph.PartOf, strength}, {0, 1, graph.RelatedTo, strength},
	})
	for i := range episodes {
		episodes[i].EpisodeID, episodes[i].Name = fixedID(3, i), mark
	}
	for i, ends := range [][2]int{{0, 1}, {1, 2}, {2, 3}, {0, 1}} {
		rels[i].ID, rels[i].From, rels[i].To = fixedID(4, i), fixedID(3, ends[0]), fixedID(3, ends[1])
		rels[i].Metadata = object(`{"in":"` + mark + `"}`)
	}
	fill(t.Context(), t, w.Store, w.ws, episodes, rels)
	return w.state(t)
}

func twinIDs(t tester, w *world) {
	ctx, other := t.Context(), w.beside(t)
	own, theirs := twin(t, w, "mine", 0.5), twin(t, other, "theirs", 0.25)
	same(t, "mine", w.state(t), own)
	for _, e := range append(own.Episodes, w.must(t, fixedID(3, 0))) {
		same(t, "name", e.Name, "mine")
	}
	found, count, err := w.Related(ctx, w.ws, graph.RelatedQuery{Start: fixedID(3, 0), MaxDepth: 5, Direction: graph.Both})
	ok(t, err)
	same(t, "related", []int{len(found), count}, []int{3, 3})
	for _, r := range found {
		if r.Name != "mine" || r.Strength < 0.125 {
			t.Errorf("related %+v", r)
		}
	}
	part, err := w.Subgraph(ctx, w.ws, graph.SubgraphQuery{IDs: []graph.ID{fixedID(3, 0)}, Depth: 5, MaxNodes: 500})
	ok(t, err)
	same(t, "subgraph", []int{len(part.Nodes), len(part.Edges), part.Total}, []int{4, 4, 4})
	same(t, "projection", len(w.project(t, graph.Follows).Edges), 2)
	// Each change is made in one workspace. The other must not see it.
	ep := own.Episodes[0]
	was := ep.UpdatedAt
	ep.Reward, ep.UpdatedAt = -1, was+1
	ok(t, w.ReplaceEpisode(ctx, w.ws, ep, was))
	_, err = w.UpdateRelationship(ctx, w.ws, fixedID(4, 0), graph.RelationshipChange{Strength: new(1.0)})
	ok(t, err)
	ok(t, w.RemoveRelationship(ctx, w.ws, fixedID(4, 1)))
	w.link(t, graph.Follows, fixedID(3, 3), fixedID(3, 0))
	w.create(t, episode("mine", 9))
	n, err := w.DeleteEpisode(ctx, w.ws, fixedID(3, 1))
	ok(t, err)
	same(t, "deleted relationships", n, 2)
	same(t, "theirs", other.state(t), theirs)
	w.closes(t, fixedID(3, 2), fixedID(3, 0), graph.Follows)
	other.closes(t, fixedID(3, 2), fixedID(3, 0), graph.Follows, fixedID(3, 2), fixedID(3, 0), fixedID(3, 1), fixedID(3, 2))
	other.closes(t, fixedID(3, 0), fixedID(3, 3), graph.Follows)
}

// must reads one episode.
func (w *world) must(t tester, id graph.ID) graph.Episode {
	t.Helper()
	e, _, err := w.Episode(t.Context(), w.ws, id)
	ok(t, err)
	return e
}

func neighbourUnknown(t tester, w *world) {
	ctx, other := t.Context(), w.beside(t)
	foreign := other.episodes(t, 2)
	rel := other.relate(t, foreign[0], foreign[1], graph.Follows, 1)
	own := w.episodes(t, 1)[0]
	before := other.state(t)
	unknown := graph.EpisodeNotFound(foreign[0])
	_, _, err := w.Episode(ctx, w.ws, foreign[0])
	refused(t, err, unknown)
	_, err = w.DeleteEpisode(ctx, w.ws, foreign[0])
	refused(t, err, unknown)
	refused(t, w.ReplaceEpisode(ctx, w.ws, before.Episodes[1], before.Episodes[1].UpdatedAt), unknown)
	refused(t, second(w.AddRelationship(ctx, w.ws, relationship(own, foreign[0], graph.Follows, 1))), unknown)
	refused(t, second(w.AddRelationships(ctx, w.ws, []graph.Relationship{relationship(foreign[0], own, graph.PartOf, 1)})), unknown.At(0))
	_, err = w.CreateEpisodes(ctx, w.ws, graph.Batch{
		Episodes:      []graph.NewEpisode{episode("a", 0)},
		Relationships: []graph.NewRelationship{link(nth(0), existing(foreign[0]), graph.Causes)},
	})
	refused(t, err, unknown.At(0))
	_, _, err = w.Relationships(ctx, w.ws, graph.RelationshipQuery{Episode: foreign[0], Direction: graph.Both})
	refused(t, err, unknown)
	_, _, err = w.Related(ctx, w.ws, graph.RelatedQuery{Start: foreign[0], MaxDepth: 2, Direction: graph.Both})
	refused(t, err, unknown)
	_, err = w.FindCycle(ctx, w.ws, foreign[0], own, graph.Follows)
	refused(t, err, unknown)
	_, err = w.Subgraph(ctx, w.ws, graph.SubgraphQuery{IDs: foreign[:1], MaxNodes: 9})
	refused(t, err, unknown)
	_, err = w.Projection(ctx, w.ws, graph.Follows, foreign[:1])
	refused(t, err, unknown)
	_, err = w.UpdateRelationship(ctx, w.ws, rel.ID, graph.RelationshipChange{Strength: new(0.0)})
	refused(t, err, graph.RelationshipNotFound(rel.ID))
	refused(t, w.RemoveRelationship(ctx, w.ws, rel.ID), graph.RelationshipNotFound(rel.ID))
	between, err := w.RelationshipsBetween(ctx, w.ws, foreign[0], foreign[1], "")
	ok(t, err)
	byID, err := w.RelationshipsByID(ctx, w.ws, []graph.ID{rel.ID})
	ok(t, err)
	episodes, err := w.EpisodesByID(ctx, w.ws, foreign, 0)
	ok(t, err)
	same(t, "found from outside", []int{len(between), len(byID), len(episodes)}, []int{0, 0, 0})
	same(t, "other workspace", other.state(t), before)
	same(t, "own workspace", namesOf(w.state(t).Episodes), []string{"e0"})
}

func ownNumbersAndKeys(t tester, w *world) {
	other := w.beside(t)
	a, b := keyed("a", "k", 0), keyed("b", "k", 1)
	a.ID, b.ID = 1000, 1000
	made := w.create(t, a)[0]
	same(t, "number", made.ID, int64(1000))
	same(t, "number", other.create(t, b)[0].ID, int64(1000))
	w.wantRefused(t, again(b), graph.KeyReused("k", made.EpisodeID))
	third := w.beside(t)
	first := third.create(t, episode("first", 0))[0]
	if first.ID < 1 || first.ID > 1000 {
		t.Errorf("number %d in a fresh workspace", first.ID)
	}
}

func alikeNames(t tester, w *world) {
	tails := []string{"", "-a", ".a", "_a", "a", "-a-", "-b"}
	all := make([]*world, 0, len(tails))
	for _, tail := range tails {
		alike := newWorld(w.peers...)
		alike.ws = w.ws + tail
		alike.create(t, document("d", "needle in "+alike.ws))
		all = append(all, alike)
	}
	for _, one := range all {
		list, total, err := one.ListEpisodes(t.Context(), one.ws, graph.ListQuery{Limit: 10})
		ok(t, err)
		same(t, "list in "+one.ws, []int{len(list), total}, []int{1, 1})
		one.finds(t, "needle", list[0].EpisodeID)
		one.finds(t, `"`+one.ws+`"`, list[0].EpisodeID)
	}
}

func searchApart(t tester, w *world) {
	other := w.beside(t)
	batch := make([]graph.NewEpisode, 0, 40) // enough to fill every page that is cut before the workspace is checked
	for range cap(batch) {
		batch = append(batch, document("d", "needle needle needle"))
	}
	other.create(t, batch...)
	own := w.create(t, document("d", "one needle in "+other.ws))[0]
	got := w.look(t, graph.TextQuery{Clauses: analysis.English.Parse("needle"), Lookups: everyLookup(analysis.English.Parse("needle")), Limit: 1})
	same(t, "matches and count", []int{len(got.Matches), got.Count}, []int{1, 1})
	same(t, "match", got.Matches[0].EpisodeID, own.EpisodeID)
	other.finds(t, other.ws+" one")
	w.finds(t, `"`+other.ws+`"`, own.EpisodeID)
}

// scoresApart checks that another workspace's writes do not change the results of a search: neither the
// scores, to the bit, nor the order, nor what is left out.
func scoresApart(t tester, w *world) {
	w.create(t, essays(24)...)
	asked := []string{"needle", "needle straw", `needle "hay straw" fil*`}
	answer := func() []looked {
		answers := make([]looked, 0, 2*len(asked))
		for _, text := range asked {
			clauses := analysis.English.Parse(text)
			answers = append(answers, w.look(t, all(text)),
				w.look(t, graph.TextQuery{Clauses: clauses, Lookups: everyLookup(clauses), Limit: 50}))
		}
		return answers
	}
	before, other := answer(), w.beside(t)
	episodes := make([]graph.NewEpisode, 0, bulk)
	for i := range cap(episodes) {
		episodes = append(episodes, document("d", strings.Repeat("needle ", 1+i%7)+strings.Repeat("straw ", i%3)))
	}
	for range 5 {
		for i := range episodes {
			episodes[i].EpisodeID = graph.NewID()
		}
		other.create(t, episodes...)
	}
	same(t, "answers after another workspace wrote", answer(), before)
}

// essays returns texts that differ in length and in word frequencies.
func essays(n int) []graph.NewEpisode {
	batch := make([]graph.NewEpisode, n)
	for i := range batch {
		batch[i] = document("d", strings.Repeat("needle ", 1+i%3)+strings.Repeat("straw ", i%4)+
			strings.Repeat("hay ", i%2)+strings.Repeat("filler ", 3*(i%5)))
	}
	return batch
}

// looked is a store's answer to a query.
type looked struct {
	Matches []graph.TextMatch
	Count   int
	Counted ranking.Statistics
}

func (w *world) look(t tester, q graph.TextQuery) looked {
	t.Helper()
	counted, err := w.CountText(t.Context(), w.ws, graph.CountQuery{Clauses: q.Clauses, Most: 1000})
	ok(t, err)
	found, err := w.FindText(t.Context(), w.ws, q)
	ok(t, err)
	return looked{sortedMatches(found.Matches), found.Count, counted}
}
