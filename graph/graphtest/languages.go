package graphtest

import (
	"fmt"

	"plotline/graph"
	"plotline/graph/analysis"
)

var languagesTopic = topic{"languages", []testCase{
	{"the first episode decides", languagesFirst},
	{"words in several languages", languagesWords},
	{"queries name theirs", languagesOfQueries},
	{"writers name theirs", languagesOfWriters},
	{"a change", languagesChange},
	{"a change while others write", languagesWhileWritten},
	{"a change that is taken back", languagesBack},
	{"a repair", languagesRepair},
	{"workspaces by name", languagesWorkspaces},
}}

func tongue(names ...string) analysis.Languages {
	set, err := analysis.LanguagesOf(names...)
	if err != nil {
		panic(err)
	}
	return set
}

var (
	english = analysis.English
	german  = tongue("german")
	both    = tongue("english", "german")
	russian = tongue("russian")
)

// answersIn expects a workspace to have these languages.
func (w *world) answersIn(t tester, want graph.Indexing) {
	t.Helper()
	got, err := w.Languages(t.Context(), w.ws)
	ok(t, err)
	same(t, "languages", got, want)
}

// use changes the languages for which texts are indexed.
func (w *world) use(t tester, languages analysis.Languages, want graph.Indexing) {
	t.Helper()
	got, err := w.UseLanguages(t.Context(), w.ws, languages)
	ok(t, err)
	same(t, "use of "+languages.String(), got, want)
}

func (w *world) reindex(t tester, limit int, want graph.Indexing) {
	t.Helper()
	got, err := w.ReindexTexts(t.Context(), w.ws, limit)
	ok(t, err)
	same(t, fmt.Sprintf("%d indexed anew", limit), got, want)
}

// findsIn expects a query in some languages to find exactly these episodes, by all of its words and by
// some.
func (w *world) findsIn(t tester, in analysis.Languages, text string, want ...graph.ID) {
	t.Helper()
	clauses := in.Parse(text)
	w.findsBy(t, text, graph.TextQuery{Clauses: clauses, Languages: in, All: true, Limit: 50}, want)
	w.findsBy(t, text, graph.TextQuery{Clauses: clauses, Languages: in, Lookups: everyLookup(clauses), Limit: 50}, want)
	counted, err := w.CountText(t.Context(), w.ws, graph.CountQuery{Clauses: clauses, Languages: in, Most: 50})
	ok(t, err)
	if len(clauses) == 1 {
		same(t, "counted by "+text, counted.Having, []int{len(want)})
	}
}

// createIn creates episodes with these languages. They may be the first of the workspace.
func (w *world) createIn(t tester, in analysis.Languages, texts ...string) []graph.Episode {
	t.Helper()
	batch := graph.Batch{Languages: in}
	for _, text := range texts {
		batch.Episodes = append(batch.Episodes, document("d", text))
	}
	made, err := w.CreateEpisodes(t.Context(), w.ws, batch)
	ok(t, err)
	return made.Episodes
}

func languagesFirst(t tester, w *world) {
	w.answersIn(t, graph.Indexing{})
	w.reindex(t, 9, graph.Indexing{})
	w.use(t, "", graph.Indexing{})
	w.answersIn(t, graph.Indexing{})
	w.create(t, episode("one", 1))
	w.answersIn(t, graph.Indexing{Languages: english})
	nothing, ghost := w.beside(t), graph.NewID()
	_, err := nothing.CreateEpisodes(t.Context(), nothing.ws, graph.Batch{
		Episodes: []graph.NewEpisode{episode("never", 1)}, Languages: german,
		Relationships: []graph.NewRelationship{link(nth(0), existing(ghost), graph.RelatedTo)},
	})
	refused(t, err, graph.EpisodeNotFound(ghost).At(0))
	nothing.answersIn(t, graph.Indexing{})
	alone, batch, chosen := w.beside(t), w.beside(t), w.beside(t)
	alone.createIn(t, both, "one")
	alone.answersIn(t, graph.Indexing{Languages: both})
	batch.createIn(t, russian, "one", "two")
	batch.answersIn(t, graph.Indexing{Languages: russian})
	chosen.use(t, german, graph.Indexing{Languages: german})
	id := chosen.create(t, document("d", "Bestellungen"))[0].EpisodeID
	chosen.answersIn(t, graph.Indexing{Languages: german})
	chosen.findsIn(t, german, "Bestellung", id)
	_, err = chosen.DeleteEpisode(t.Context(), chosen.ws, id)
	ok(t, err)
	chosen.answersIn(t, graph.Indexing{Languages: german})
}

func languagesWords(t tester, w *world) {
	made := w.createIn(t, tongue("english", "german", "russian"),
		"zwei Bestellungen", "Bestellung und orders", "an order", "новые заказы", "京都の天気", "getBestellungen v2")
	in := tongue("russian", "german", "english")
	id := idsOf(made)
	w.findsIn(t, in, "Bestellung", id[0], id[1], id[5])
	w.findsIn(t, in, "BESTELLUNGEN", id[0], id[1], id[5])
	w.findsIn(t, in, "orders", id[1], id[2])
	w.findsIn(t, in, "заказ", id[3])
	w.findsIn(t, in, "Заказа", id[3])
	w.findsIn(t, in, "京都", id[4])
	w.findsIn(t, in, "v2", id[5])
	w.findsIn(t, in, `"zwei Bestellungen"`, id[0])
	w.findsIn(t, in, "bestell*", id[0], id[1])
	w.findsIn(t, in, "nichts")
	clauses := in.Parse("bestellung")
	m := w.look(t, graph.TextQuery{Clauses: clauses, All: true, Limit: 9})
	for _, match := range m.Matches {
		doc := graph.DocumentOf(made[0], in)
		if match.EpisodeID == id[0] {
			same(t, "terms", []any{string(match.Vector), match.Length}, []any{string(analysis.AskedBy(clauses).Of(doc.Vector)), doc.Length})
		}
	}
}

func languagesOfQueries(t tester, w *world) {
	id := w.createIn(t, german, "Bestellungen")[0].EpisodeID
	w.findsIn(t, german, "Bestellung", id)
	_, err := w.CountText(t.Context(), w.ws, graph.CountQuery{Clauses: english.Parse("a"), Languages: english, Most: 9})
	refused(t, err, graph.OtherLanguages(w.ws, german, english))
	for _, all := range []bool{true, false} {
		q := graph.TextQuery{Clauses: both.Parse("a"), Languages: both, All: all, Limit: 9, Lookups: everyLookup(both.Parse("a"))}
		_, err = w.FindText(t.Context(), w.ws, q)
		refused(t, err, graph.OtherLanguages(w.ws, german, both))
		_, err = w.FindText(t.Context(), w.ws, graph.TextQuery{Languages: both, All: all})
		refused(t, err, graph.OtherLanguages(w.ws, german, both))
	}
	empty := w.beside(t)
	empty.findsIn(t, russian, "anything")
}

func languagesOfWriters(t tester, w *world) {
	w.createIn(t, german, "eins")
	for _, batch := range []graph.Batch{
		{Languages: english, Episodes: []graph.NewEpisode{episode("one", 1)}},
		{Languages: both, Episodes: []graph.NewEpisode{episode("one", 1), episode("two", 1)}},
	} {
		_, err := w.CreateEpisodes(t.Context(), w.ws, batch)
		refused(t, err, graph.OtherLanguages(w.ws, german, batch.Languages))
	}
	w.createIn(t, german, "zwei")
	w.createIn(t, "", "drei", "vier")
	w.use(t, english, graph.Indexing{Languages: german, Next: english, Left: 8})
	w.createIn(t, english, "fünf")
	w.createIn(t, german, "sechs", "sieben")
	_, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{Languages: both, Episodes: []graph.NewEpisode{episode("one", 1)}})
	refused(t, err, graph.OtherLanguages(w.ws, german, both))
	same(t, "episodes", len(w.state(t).Episodes), 7)
}

func languagesChange(t tester, w *world) {
	ids := idsOf(w.createIn(t, english, "Bestellungen", "orders", "Bestellung"))
	w.findsIn(t, english, "Bestellung", ids[2])
	w.use(t, both, graph.Indexing{Languages: english, Next: both, Left: 6})
	w.use(t, "", graph.Indexing{Languages: english, Next: both, Left: 6})
	w.findsIn(t, english, "order", ids[1])
	w.reindex(t, 2, graph.Indexing{Languages: english, Next: both, Left: 4})
	w.use(t, both, graph.Indexing{Languages: english, Next: both, Left: 4})
	w.answersIn(t, graph.Indexing{Languages: english, Next: both, Left: 4})
	w.findsIn(t, english, "order", ids[1])
	w.findsIn(t, english, "Bestellung", ids[2])
	w.reindex(t, 2, graph.Indexing{Languages: both, Left: 3})
	w.findsIn(t, both, "Bestellung", ids[0], ids[2])
	w.findsIn(t, both, "order", ids[1])
	w.reindex(t, 1, graph.Indexing{Languages: both, Left: 2})
	w.findsIn(t, both, "Bestellung", ids[0], ids[2])
	w.reindex(t, 9, graph.Indexing{Languages: both})
	w.reindex(t, 9, graph.Indexing{Languages: both})
	w.findsIn(t, both, "Bestellung", ids[0], ids[2])
	w.use(t, german, graph.Indexing{Languages: both, Next: german, Left: 6})
	w.reindex(t, 3, graph.Indexing{Languages: german, Left: 3})
	w.reindex(t, 3, graph.Indexing{Languages: german})
	w.findsIn(t, german, "Bestellungen", ids[0], ids[2])
	// The English stems are gone.
	w.findsBy(t, "orders", graph.TextQuery{Clauses: english.Parse("order"), All: true, Limit: 9}, nil)
	doc := graph.DocumentOf(graph.Episode{Name: "-", Query: "orders"}, german)
	clauses := german.Parse("orders")
	m := w.look(t, graph.TextQuery{Clauses: clauses, All: true, Limit: 9})
	same(t, "terms", []any{len(m.Matches), string(m.Matches[0].Vector)}, []any{1, string(analysis.AskedBy(clauses).Of(doc.Vector))})
}

// languagesWhileWritten writes during a change of languages. The texts must be found in the former
// languages and in the next.
func languagesWhileWritten(t tester, w *world) {
	made := w.createIn(t, english, "alpha", "beta", "gamma")
	w.use(t, german, graph.Indexing{Languages: english, Next: german, Left: 6})
	w.reindex(t, 1, graph.Indexing{Languages: english, Next: german, Left: 5})
	late := w.createIn(t, "", "Bestellungen orders")[0]
	change := func(e graph.Episode, text string) {
		was := e.UpdatedAt
		e.Query, e.UpdatedAt = text, was+1
		ok(t, w.ReplaceEpisode(t.Context(), w.ws, e, was))
	}
	change(made[0], "Bestellungen orders first")
	change(made[2], "Bestellungen orders last")
	_, err := w.DeleteEpisode(t.Context(), w.ws, made[1].EpisodeID)
	ok(t, err)
	found := append(make([]graph.ID, 0, 4), made[0].EpisodeID, made[2].EpisodeID, late.EpisodeID)
	w.findsIn(t, english, "order", found...)
	w.reindex(t, 50, graph.Indexing{Languages: german, Left: 3})
	w.findsIn(t, german, "Bestellung", found...)
	again := w.createIn(t, german, "Bestellung", "alpha")[0]
	made[0].UpdatedAt++
	change(made[0], "Bestellung")
	found = append(found, again.EpisodeID)
	w.findsIn(t, german, "Bestellungen", found...)
	w.reindex(t, 50, graph.Indexing{Languages: german})
	w.findsIn(t, german, "Bestellungen", found...)
}

func languagesBack(t tester, w *world) {
	ids := idsOf(w.createIn(t, english, "Bestellungen", "orders"))
	w.use(t, german, graph.Indexing{Languages: english, Next: german, Left: 4})
	w.reindex(t, 1, graph.Indexing{Languages: english, Next: german, Left: 3})
	w.use(t, russian, graph.Indexing{Languages: english, Next: russian, Left: 4})
	w.reindex(t, 1, graph.Indexing{Languages: english, Next: russian, Left: 3})
	w.use(t, english, graph.Indexing{Languages: english, Left: 2})
	w.findsIn(t, english, "order", ids[1])
	w.reindex(t, 1, graph.Indexing{Languages: english, Left: 1})
	w.use(t, english, graph.Indexing{Languages: english, Left: 1})
	w.reindex(t, 1, graph.Indexing{Languages: english})
	w.findsBy(t, "no stem of German is left", graph.TextQuery{Clauses: german.Parse("Bestellung"), All: true, Limit: 9}, nil)
	w.findsIn(t, english, "Bestellungen", ids[0])
}

func languagesRepair(t tester, w *world) {
	ids := w.episodes(t, 5)
	w.use(t, "", graph.Indexing{Languages: english, Left: 5})
	w.reindex(t, 5, graph.Indexing{Languages: english})
	w.use(t, english, graph.Indexing{Languages: english, Left: 5})
	_, err := w.DeleteEpisode(t.Context(), w.ws, ids[4])
	ok(t, err)
	w.reindex(t, 3, graph.Indexing{Languages: english, Left: 1})
	w.reindex(t, 3, graph.Indexing{Languages: english})
	w.findsIn(t, english, "e2", ids[2])
	for _, id := range ids[:4] {
		_, err := w.DeleteEpisode(t.Context(), w.ws, id)
		ok(t, err)
	}
	w.use(t, german, graph.Indexing{Languages: english, Next: german, Left: 1})
	w.reindex(t, 1, graph.Indexing{Languages: german, Left: 1})
	w.reindex(t, 1, graph.Indexing{Languages: german})
}

func languagesWorkspaces(t tester, w *world) {
	w.episodes(t, 1)
	empty := &world{Store: w.Store, ws: w.ws + "1", peers: w.peers}
	id := empty.episodes(t, 1)[0]
	_, err := empty.DeleteEpisode(t.Context(), empty.ws, id)
	ok(t, err)
	last := &world{Store: w.Store, ws: w.ws + "2", peers: w.peers}
	last.episodes(t, 1)
	some, err := w.Workspaces(t.Context(), w.ws[:len(w.ws)-1], 1)
	ok(t, err)
	same(t, "from the first on", some, []string{w.ws})
	some, err = w.Workspaces(t.Context(), w.ws, 1)
	ok(t, err)
	same(t, "behind it", some, []string{last.ws})
	none, err := w.Workspaces(t.Context(), w.ws, 0)
	ok(t, err)
	notNil(t, "workspaces", none)
}
