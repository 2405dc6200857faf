package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"plotline/graph"
	"plotline/graph/embedding"
	"plotline/graph/graphtest"
	"plotline/testing/kit/meaningtest"
)

// TestAfterWriteEnds checks how long commands wait for a slow model, and what they say then.
// This model ends each call that it began; the first call is the sample.
func TestAfterWriteEnds(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		after    afterWrite
		episodes int
		each     time.Duration // of the model, for a call
		stop     time.Duration // when the person interrupts; 0 is never
		took     time.Duration
		err      error
		vectors  int
		reason   string
	}{
		"import, quick":       {afterImport, 100, time.Second, 0, 7 * time.Second, nil, 100, ""},
		"import, slow":        {afterImport, 100, 7 * time.Second, 0, 35 * time.Second, context.DeadlineExceeded, 28, "longer than 30s"},
		"import, interrupted": {afterImport, 100, 7 * time.Second, 10 * time.Second, 14 * time.Second, context.Canceled, 0, "stopped"},
		"create, quick":       {afterEpisode, 1, time.Second, 0, 2 * time.Second, nil, 1, ""},
		"create, slow":        {afterEpisode, 1, 7 * time.Second, 0, 7 * time.Second, context.DeadlineExceeded, 0, "longer than 5s"},
		"create, others wait": {afterEpisode, 100, time.Second, 0, 2 * time.Second, nil, 4, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				store, model := graphtest.NewModel(), meaningtest.New("m")
				model.Before(func() { time.Sleep(tt.each) })
				var batch graph.Batch
				for range tt.episodes {
					batch.Episodes = append(batch.Episodes, graph.NewEpisode{Episode: graph.Episode{EpisodeID: graph.NewID(), Query: "q", CreatedAt: 1, UpdatedAt: 1}})
				}
				if _, err := store.CreateEpisodes(t.Context(), "w", batch); err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if tt.stop > 0 {
					time.AfterFunc(tt.stop, cancel)
				}
				began, std := time.Now(), streams{err: &bytes.Buffer{}}
				err := tt.after.embed(ctx, store, model, "w", std, slog.New(slog.DiscardHandler))
				if took := time.Since(began); took != tt.took || !errors.Is(err, tt.err) {
					t.Errorf("it took %s, %v; want %s, %v", took, err, tt.took, tt.err)
				}
				if err != nil && !strings.Contains(tt.after.reason(err), tt.reason) {
					t.Errorf("it says %q", tt.after.reason(err))
				}
				has, err := store.Embeddings(t.Context(), "w")
				if err != nil || has.Vectors != tt.vectors {
					t.Errorf("%+v, %v, want %d vectors", has, err, tt.vectors)
				}
			})
		})
	}
}

// TestVectorsInLines checks that a long run without a terminal reports its progress every 15 seconds.
func TestVectorsInLines(t *testing.T) {
	t.Parallel()
	for quiet, want := range map[bool]string{false: "Made 28 of 100 vectors.\n", true: ""} {
		synctest.Test(t, func(t *testing.T) {
			store, model := graphtest.NewModel(), meaningtest.New("m")
			model.Before(func() { time.Sleep(5 * time.Second) })
			var batch graph.Batch
			for range 100 {
				batch.Episodes = append(batch.Episodes, graph.NewEpisode{Episode: graph.Episode{EpisodeID: graph.NewID(), Query: "q", CreatedAt: 1, UpdatedAt: 1}})
			}
			if _, err := store.CreateEpisodes(t.Context(), "w", batch); err != nil {
				t.Fatal(err)
			}
			if _, err := store.UseModel(t.Context(), "w", model.ID(), false); err != nil {
				t.Fatal(err)
			}
			var errs bytes.Buffer
			worker := embedding.New(store, model, slog.New(slog.DiscardHandler))
			made, err := embedWaiting(t.Context(), worker, "w", 100, streams{err: &errs}, quiet)
			if err != nil || made != 100 || !strings.HasPrefix(errs.String(), want) || (errs.Len() > 0) == quiet {
				t.Errorf("quiet %v: %d, %v, %q", quiet, made, err, errs.String())
			}
		})
	}
}
