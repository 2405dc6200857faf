package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"plotline/graph"
	"plotline/graph/access"
	"plotline/graph/audit"
	"plotline/graph/clip"
)

const questionLength = 8000 // characters that recall takes

// way is one manner of asking.
type way struct {
	name  string
	model bool
	ask   func(graph.RecallInput, commit) graph.RecallInput
	found []found
}

// found is what came of one question.
type found struct {
	places []int // of the right answers among the results, from 0; -1: not among them
	took   time.Duration
	bytes  int
	first  []string // names of the first ten
}

// ways are those without a model and, where there is one, the same with it.
func ways(model bool) []*way {
	kinds := []bool{false}
	if model {
		kinds = append(kinds, true)
	}
	all := make([]*way, 0, 3*len(kinds))
	for _, with := range kinds {
		name := "words"
		if with {
			name = "words and meaning"
		}
		all = append(all,
			&way{name: name, model: with, ask: func(in graph.RecallInput, _ commit) graph.RecallInput { in.Depth = 0; return in }},
			&way{name: name + ", graph", model: with, ask: func(in graph.RecallInput, _ commit) graph.RecallInput { return in }},
			&way{name: name + ", graph, boost_tags", model: with, ask: func(in graph.RecallInput, c commit) graph.RecallInput {
				in.BoostTags = []string{clip.Runes(c.Area, 200)}
				return in
			}})
	}
	return all
}

// measured is a history that is laid out as far as it is known.
type measured struct {
	*services

	by      audit.Caller
	ids     map[string]graph.ID
	waiting []commit
}

func run(ctx context.Context, o options) (err error) {
	history, err := readHistory(o.data)
	if err != nil {
		return err
	}
	if o.commits > 0 {
		history = history[:min(o.commits, len(history))]
	}
	if o.size > 0 {
		return sized(ctx, o, history)
	}
	all, err := open(ctx, o)
	if err != nil {
		return err
	}
	defer func() { _ = all.close() }()
	m := &measured{services: all, ids: map[string]graph.ID{}, by: audit.Caller{
		Actor: "bench", Door: "test", Workspace: fmt.Sprintf("recall-%d", time.Now().UnixNano()), Role: access.Admin,
	}}
	asked, kinds := questions(history, o.questions), ways(all.meaning != nil)
	for i, c := range history {
		if asked[i] {
			if err := m.layOut(ctx); err != nil {
				return err
			}
			for _, w := range kinds {
				if err := m.ask(ctx, w, c); err != nil {
					return fmt.Errorf("commit %s: %w", c.SHA, err)
				}
			}
		}
		if m.waiting = append(m.waiting, c); len(m.waiting) == 500 {
			if err := m.layOut(ctx); err != nil {
				return err
			}
		}
	}
	if err := report(o, len(history), len(asked), kinds); err != nil || o.first == "" {
		return err
	}
	return compare(o.first, kinds)
}

// layOut writes the commits that wait, and ties each fix to what it mends.
func (m *measured) layOut(ctx context.Context) error {
	if len(m.waiting) == 0 {
		return nil
	}
	in := graph.CreateEpisodesInput{}
	place := map[string]int{}
	for i, c := range m.waiting {
		in.Episodes = append(in.Episodes, c.episode())
		place[c.SHA] = i
	}
	for i, c := range m.waiting {
		for _, sha := range slices.Compact(slices.Sorted(slices.Values(c.Fixes))) {
			from := string(m.ids[sha])
			if at, now := place[sha]; now {
				from = fmt.Sprintf("#%d", at)
			}
			if from != "" {
				in.Relationships = append(in.Relationships, graph.BatchRelationship{
					From: from, To: fmt.Sprintf("#%d", i), RelationshipType: graph.Causes, Strength: 1,
				})
			}
		}
	}
	out, err := m.words.CreateEpisodes(ctx, m.by, in)
	if err != nil {
		return err
	}
	for i, c := range m.waiting {
		m.ids[c.SHA] = out.Episodes[i].EpisodeID
	}
	m.waiting = nil
	if m.worker == nil {
		return nil
	}
	if _, err := m.store.UseModel(ctx, m.by.Workspace, m.model, false); err != nil {
		return err
	}
	return m.worker.CatchUp(ctx, m.by.Workspace, func(int) {})
}

func (m *measured) ask(ctx context.Context, w *way, c commit) error {
	const most = 20
	in := w.ask(graph.RecallInput{Query: clip.Runes(c.text(), questionLength), Limit: most, Depth: 2, MaxBytes: 4096}, c)
	service := m.words
	if w.model {
		service = m.meaning
	}
	began := time.Now()
	short, err := service.Recall(ctx, m.by, in)
	took := time.Since(began)
	if err != nil {
		return err
	}
	in.MaxBytes = 65536
	out, err := service.Recall(ctx, m.by, in)
	if err != nil {
		return err
	}
	text, err := json.Marshal(short)
	if err != nil {
		return err
	}
	one := found{took: took, bytes: len(text)}
	for _, sha := range c.Fixes {
		one.places = append(one.places, slices.IndexFunc(out.Episodes, func(e graph.RecalledEpisode) bool { return e.EpisodeID == m.ids[sha] }))
	}
	for _, e := range out.Episodes[:min(ten, len(out.Episodes))] {
		one.first = append(one.first, e.Name)
	}
	w.found = append(w.found, one)
	return nil
}

func report(o options, commits, questions int, all []*way) error {
	out := os.Stdout
	fmt.Fprintf(out, "%s, %d commits, %d questions\n\n", o.store, commits, questions)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\trecall at 5\t10\t20\tmean reciprocal rank\tms p50\tp95\tbytes p50\t")
	for _, w := range all {
		took := make([]float64, len(w.found))
		size := make([]float64, len(w.found))
		for i, f := range w.found {
			took[i], size[i] = f.took.Seconds()*1000, float64(f.bytes)
		}
		fmt.Fprintf(table, "%s\t%.3f\t%.3f\t%.3f\t%.3f\t%.1f\t%.1f\t%.0f\t\n", w.name, w.recallAt(5), w.recallAt(10), w.recallAt(20),
			w.reciprocal(), quantile(took, 0.5), quantile(took, 0.95), quantile(size, 0.5))
	}
	return table.Flush()
}

// recallAt is the mean share of a question's answers among its first n results.
func (w *way) recallAt(n int) float64 {
	sum := 0.0
	for _, f := range w.found {
		hit := 0
		for _, place := range f.places {
			if place >= 0 && place < n {
				hit++
			}
		}
		sum += float64(hit) / float64(len(f.places))
	}
	return sum / float64(len(w.found))
}

// reciprocal is the mean of 1 over the rank of the first right answer.
func (w *way) reciprocal() float64 {
	sum := 0.0
	for _, f := range w.found {
		best := 0.0
		for _, place := range f.places {
			if place >= 0 {
				best = max(best, 1/float64(place+1))
			}
		}
		sum += best
	}
	return sum / float64(len(w.found))
}

func quantile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}
