package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"plotline/graph"
	"plotline/testing/bench/figures"
	"plotline/testing/bench/recallset"
)

// fillTo stores copies of the history until it has enough episodes. Then it asks questions with eight words
// of an episode, common ones included.
func fillTo(ctx context.Context, o options, store string, history []recallset.Commit) error {
	return o.on(ctx, store, func(g *recallset.Graph) error {
		began := time.Now()
		for made := 0; made < o.size; {
			g.Forget() // each copy of the history has separate relationships
			copied := history[:min(len(history), o.size-made)]
			made += len(copied)
			if err := recallset.StoreAll(ctx, g, copied); err != nil {
				return err
			}
		}
		fmt.Fprintf(os.Stdout, "%s, %d episodes, laid out in %.0f s\n", store, o.size, time.Since(began).Seconds())
		if size, is := g.FileSize(ctx); is {
			fmt.Fprintf(os.Stdout, "%d bytes an episode\n", size/int64(o.size))
		}
		return times(ctx, g, history[:min(len(history), o.size)])
	})
}

func times(ctx context.Context, g *recallset.Graph, history []recallset.Commit) error {
	const questions, words = 200, 8
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same questions in each run
	took := make([]time.Duration, questions)
	for i := range took {
		text := strings.Fields(history[random.IntN(len(history))].Text())
		random.Shuffle(len(text), func(a, b int) { text[a], text[b] = text[b], text[a] })
		in := graph.RecallInput{Query: strings.Join(text[:min(words, len(text))], " "), Limit: 8, Depth: 2, MaxBytes: 4096}
		answer, err := g.Ask(ctx, in, false)
		if err != nil {
			return err
		}
		took[i] = answer.Took
	}
	fmt.Fprintf(os.Stdout, "recall of eight words: p50 %.1f ms, p95 %.1f ms\n", figures.Percentile(took, 50), figures.Percentile(took, 95))
	return nil
}
