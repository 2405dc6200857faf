package graphtest

import (
	"fmt"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/internal/fault"
)

// writtenWhileReindexed changes the languages repeatedly while other callers write and search for older
// episodes. At the end every text must be indexed only for the last languages.
func writtenWhileReindexed(t tester, w *world) {
	const writers, readers = 4, 2
	there := idsOf(w.createIn(t, english, "Bestellung order", "Bestellungen orders", "заказ"))
	errs := w.together(1+writers+readers, func(i int, s graph.Store) error {
		first := &world{Store: s, ws: w.ws}
		switch {
		case i == 0:
			return first.changeLanguages(t, german, both, russian, german)
		case i <= writers:
			return first.writeMuch(t, i)
		}
		return first.lookOften(t, there[0])
	})
	same(t, "winners", winners(t, errs, ""), len(errs))
	w.answersIn(t, graph.Indexing{Languages: german})
	for _, e := range w.state(t).Episodes {
		clauses := german.Parse(fmt.Sprintf("%q", e.Query))
		clauses = append(clauses, german.Parse(e.Query)...)
		found := w.look(t, graph.TextQuery{Clauses: clauses, Languages: german, All: true, Limit: 1000})
		doc, seen := graph.DocumentOf(e, german), false
		for _, m := range found.Matches {
			if m.EpisodeID == e.EpisodeID {
				seen = true
				same(t, "terms of "+e.Query, string(m.Vector), string(analysis.AskedBy(clauses).Of(doc.Vector)))
			}
		}
		if !seen {
			t.Errorf("%q is not found", e.Query)
		}
	}
}

func (w *world) changeLanguages(t tester, sets ...analysis.Languages) error {
	for _, set := range sets {
		now, err := w.UseLanguages(t.Context(), w.ws, set)
		for err == nil && now.Left > 0 {
			now, err = w.ReindexTexts(t.Context(), w.ws, 3)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *world) writeMuch(t tester, caller int) error {
	for i := range 12 {
		batch := graph.Batch{Episodes: []graph.NewEpisode{document("d", fmt.Sprintf("Bestellungen w%dx%d", caller, i))}}
		if i%2 == 1 {
			batch.Episodes = append(batch.Episodes, document("d", fmt.Sprintf("orders w%dy%d", caller, i)))
		}
		made, err := w.CreateEpisodes(t.Context(), w.ws, batch)
		if err != nil {
			return err
		}
		e := made.Episodes[0]
		was := e.UpdatedAt
		e.Query, e.UpdatedAt = fmt.Sprintf("Bestellung заказы w%dz%d", caller, i), was+1
		if err := w.ReplaceEpisode(t.Context(), w.ws, e, was); err != nil {
			return err
		}
	}
	return nil
}

// lookOften searches for an episode's words in the languages that the store reports. It retries if they
// change meanwhile.
func (w *world) lookOften(t tester, want graph.ID) error {
	for range 30 {
		now, err := w.Languages(t.Context(), w.ws)
		if err != nil {
			return err
		}
		in := now.Languages
		looked, err := w.FindText(t.Context(), w.ws, graph.TextQuery{Clauses: in.Parse("Bestellung order"), Languages: in, All: true, Limit: 1000})
		switch {
		case fault.CodeOf(err) == fault.Conflict: // they have changed since
			continue
		case err != nil:
			return err
		}
		seen := false
		for _, m := range looked.Matches {
			seen = seen || m.EpisodeID == want
		}
		if !seen {
			t.Errorf("not looked.Matches in %s", in)
		}
	}
	return nil
}
