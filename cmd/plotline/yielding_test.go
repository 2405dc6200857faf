package main

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/sharing"
	"plotline/internal/usecase"
	"plotline/testing/kit/meaningtest"
)

// TestEmbeddingYields checks that the built-in model rests while a call runs, goes on at once after it, and gets on
// under a call without end.
func TestEmbeddingYields(t *testing.T) {
	t.Parallel()
	const text = time.Second // the time of one
	for name, tt := range map[string]struct{ call, want time.Duration }{
		"no call":       {0, 4 * text},
		"a call":        {2500 * time.Millisecond, 2500*time.Millisecond + 3*text},
		"without end":   {time.Hour, 4 * (1 + yieldFactor) * text},
		"ends with one": {text / 2, 4 * text},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				model := meaningtest.New("m")
				model.Before(func() { time.Sleep(text) })
				calls := &sharing.Calls{}
				if tt.call > 0 {
					time.AfterFunc(tt.call, calls.Begin())
				}
				began := time.Now()
				vectors, err := yielding{model, calls}.Embed(t.Context(), []string{"a", "b", "c", "d"})
				if took := time.Since(began); took != tt.want || len(vectors) != 4 || err != nil {
					t.Errorf("%d vectors took %s, %v; want 4 in %s", len(vectors), took, err, tt.want)
				}
			})
		})
	}
}

// slowOutlines takes an hour for what an overview reads.
type slowOutlines struct{ graph.Store }

// Outline implements graph.Store.
func (s slowOutlines) Outline(ctx context.Context, ws string, q graph.OutlineQuery) (graph.Outline, error) {
	time.Sleep(time.Hour)
	return s.Store.Outline(ctx, ws, q)
}

// TestOverviewCountsAsCall checks that the model gives way to an overview, also to one that goes on after its call.
func TestOverviewCountsAsCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		calls := &sharing.Calls{}
		runner := &usecase.Runner{Calls: calls}
		service := graph.NewService(slowOutlines{graphtest.NewModel()}, runner)
		defer service.Close()
		by := audit.Caller{Workspace: "w", Role: access.Admin}
		overview := func() {
			if _, err := service.Overview(t.Context(), by, graph.OverviewInput{Buckets: 10}); err != nil {
				t.Error(err)
			}
		}
		rests := func(want time.Duration) {
			t.Helper()
			synctest.Wait()
			began := time.Now()
			calls.Yield(t.Context(), 10*time.Hour)
			if got := time.Since(began); got != want {
				t.Errorf("the model rested for %s, want %s", got, want)
			}
		}
		rests(0)
		go overview()
		rests(time.Hour)
		if _, err := service.CreateEpisode(t.Context(), by, graph.CreateEpisodeInput{Name: "a", Query: "a"}); err != nil {
			t.Fatal(err)
		}
		overview() // answers with the kept one soon
		rests(time.Hour - 100*time.Millisecond)
	})
}
