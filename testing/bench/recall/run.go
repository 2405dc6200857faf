package main

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"strings"

	"plotline/graph"
	"plotline/internal/clip"
	"plotline/testing/bench/figures"
	"plotline/testing/bench/recallset"
)

// method is a method of asking.
type method struct {
	*recallset.Method

	byMeaning bool
	tags      bool // sends the area as boost_tags
	change    func(*graph.RecallInput, recallset.Commit)
}

// methods returns the methods without a model and, if there is a model, the same with it.
func methods(store string, model bool) []method {
	var all []method
	for _, byMeaning := range []bool{false, true} {
		if byMeaning && !model {
			break
		}
		name := "words"
		if byMeaning {
			name = "words and meaning"
		}
		add := func(more string, tags bool, change func(*graph.RecallInput, recallset.Commit)) {
			all = append(all, method{&recallset.Method{Store: store, Name: name + more}, byMeaning, tags, change})
		}
		add("", false, func(in *graph.RecallInput, _ recallset.Commit) { in.Depth = 0 })
		add(", graph", false, func(*graph.RecallInput, recallset.Commit) {})
		add(", graph, boost_tags", true, func(in *graph.RecallInput, c recallset.Commit) { in.BoostTags = []string{clip.Runes(c.Area, 200)} })
	}
	return all
}

// ask measures each method on each store. It prints the figures and, for two stores, the overlap of their
// results.
func ask(ctx context.Context, o options, history []recallset.Commit) error {
	report := figures.New()
	asked, err := recallset.Questions(history, o.questions)
	if err != nil {
		return err
	}
	var all []*recallset.Method
	stores := strings.Split(o.stores, ",")
	for _, store := range stores {
		if err := o.on(ctx, store, func(g *recallset.Graph) error {
			kinds := methods(store, g.HasModel())
			for _, w := range kinds {
				all = append(all, w.Method)
			}
			g.Lacks, g.Umbrella = o.lacking(len(history)), o.umbrella
			layOut := func(commits []recallset.Commit) error { return g.Store(ctx, commits) }
			return recallset.Walk(history, asked, layOut, func(c recallset.Commit) error { return askEach(ctx, g, kinds, c) })
		}); err != nil {
			return err
		}
	}
	fmt.Fprintf(os.Stdout, "%d commits, %d questions\n\n", len(history), len(asked))
	if err := recallset.Print(os.Stdout, all); err != nil {
		return err
	}
	compare(all, len(all)/len(stores))
	recallset.Report(report, len(history), all)
	if o.json == "" {
		return nil
	}
	return report.Write(o.json)
}

// lacking returns which commits have no vector: a share of them, drawn by their hash, or the newest ones of the history.
func (o options) lacking(all int) func(c recallset.Commit) bool {
	n := 0
	return func(c recallset.Commit) bool {
		if o.draw == 0 {
			n++
			return float64(n) > (1-o.lacks)*float64(all)
		}
		h := fnv.New32a()
		_, _ = fmt.Fprint(h, o.draw, " ", c.SHA)
		return float64(h.Sum32()) < o.lacks*math.MaxUint32
	}
}

func askEach(ctx context.Context, g *recallset.Graph, kinds []method, c recallset.Commit) error {
	for _, w := range kinds {
		in := c.Question()
		w.change(&in, c)
		answer, err := g.Ask(ctx, in, c.Date, w.byMeaning)
		if err != nil {
			return err
		}
		w.Add(c, answer)
	}
	return nil
}

// compare prints the overlap of the first ten results between the first store and each other.
func compare(all []*recallset.Method, kinds int) {
	const first = 10
	for i, w := range all[kinds:] {
		fmt.Fprintf(os.Stdout, "%s: overlap of the first ten of %s and %s %.3f\n", w.Name, all[i%kinds].Store, w.Store,
			recallset.Overlap(all[i%kinds], w, first))
	}
}
