package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"plotline/graph"
	"plotline/graph/access"
	"plotline/graph/audit"
	"plotline/graph/clip"
)

// sized lays the history out as often as a number of episodes needs, and asks questions of eight words that an
// episode has, common ones included.
func sized(ctx context.Context, o options, history []commit) error {
	all, err := open(ctx, o)
	if err != nil {
		return err
	}
	defer func() { _ = all.close() }()
	m := &measured{services: all, by: audit.Caller{
		Actor: "bench", Door: "test", Workspace: fmt.Sprintf("recall-%d", time.Now().UnixNano()), Role: access.Admin,
	}}
	began := time.Now()
	for made := 0; made < o.size; {
		m.ids = map[string]graph.ID{} // each copy of the history has relationships of its own
		for _, c := range history[:min(len(history), o.size-made)] {
			m.waiting = append(m.waiting, c)
			if made++; len(m.waiting) == 500 || made == o.size {
				if err := m.layOut(ctx); err != nil {
					return err
				}
			}
		}
		if err := m.layOut(ctx); err != nil {
			return err
		}
	}
	fmt.Fprintf(os.Stdout, "%s, %d episodes, laid out in %.0f s\n", o.store, o.size, time.Since(began).Seconds())
	status, err := m.store.Status(ctx)
	if err != nil {
		return err
	}
	if file, err := os.Stat(status.Location); err == nil {
		fmt.Fprintf(os.Stdout, "%d bytes an episode\n", file.Size()/int64(o.size))
	}
	const questions, words = 200, 8
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same questions in each run
	took := make([]float64, questions)
	for i := range took {
		said := strings.Fields(history[random.IntN(min(len(history), o.size))].text())
		random.Shuffle(len(said), func(a, b int) { said[a], said[b] = said[b], said[a] })
		in := graph.RecallInput{Query: clip.Runes(strings.Join(said[:min(words, len(said))], " "), questionLength), Limit: 8, Depth: 2, MaxBytes: 4096}
		began := time.Now()
		if _, err := m.words.Recall(ctx, m.by, in); err != nil {
			return err
		}
		took[i] = time.Since(began).Seconds() * 1000
	}
	fmt.Fprintf(os.Stdout, "recall of eight words: p50 %.1f ms, p95 %.1f ms\n", quantile(took, 0.5), quantile(took, 0.95))
	return nil
}
