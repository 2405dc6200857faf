package outbox_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"plotline/graph"
	"plotline/graph/outbox"
	"plotline/graph/sqlitestore"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

var by = outbox.Writer("w", "ada", "test")

// newMemory returns a graph in a temporary folder.
func newMemory(t *testing.T) *graph.Service {
	t.Helper()
	store := sqlitestore.New(filepath.Join(t.TempDir(), "plotline.db"))
	t.Cleanup(func() { _ = store.Close() })
	return graph.NewService(store, &usecase.Runner{Logger: quiet()})
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

func nothing(context.Context) error { return nil }

// TestWriteRepeated checks that a repeated write returns the same episode and adds its relationships once.
func TestWriteRepeated(t *testing.T) {
	t.Parallel()
	memory, box := newMemory(t), outbox.New(nothing, quiet())
	first, err := memory.CreateEpisode(t.Context(), by, graph.CreateEpisodeInput{Query: "first"})
	if err != nil {
		t.Fatal(err)
	}
	in := graph.CreateEpisodeInput{Query: "second", IdempotencyKey: "k"}
	relations := func(made graph.ID) []graph.AddRelationshipInput {
		return []graph.AddRelationshipInput{outbox.Relation(made, first.EpisodeID, graph.Refines)}
	}
	ids := make([]graph.ID, 0, 2)
	for range 2 {
		id, err := box.Write(t.Context(), memory, by, in, relations)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	got, err := memory.GetRelationships(t.Context(), by, graph.GetRelationshipsInput{EpisodeID: graph.EpisodeRef(ids[0]), Direction: graph.Both})
	if err != nil || ids[0] != ids[1] || len(got.Relationships) != 1 {
		t.Errorf("%v: %v, %d relationships", err, ids, len(got.Relationships))
	}
}

// TestInvalidRelationship checks that the episode is written and the missing relationship logged.
func TestInvalidRelationship(t *testing.T) {
	t.Parallel()
	var logged strings.Builder
	memory, box := newMemory(t), outbox.New(nothing, slog.New(slog.NewTextHandler(&logged, nil)))
	id, err := box.Write(t.Context(), memory, by, graph.CreateEpisodeInput{Query: "x", IdempotencyKey: "the key"}, func(made graph.ID) []graph.AddRelationshipInput {
		return []graph.AddRelationshipInput{outbox.Relation(made, graph.NewID(), graph.PartOf)}
	})
	if err != nil || id == "" || !strings.Contains(logged.String(), "the key") {
		t.Errorf("%v, %q, said %q", err, id, logged.String())
	}
	refused := errors.New("another failure")
	_, err = box.Write(t.Context(), refusing{memory, refused}, by, graph.CreateEpisodeInput{Query: "y"}, func(made graph.ID) []graph.AddRelationshipInput {
		return []graph.AddRelationshipInput{outbox.Relation(made, id, graph.PartOf)}
	})
	if !errors.Is(err, refused) {
		t.Errorf("got %v", err)
	}
}

// TestEach checks that one failure does not stop the others, but an unavailable store does.
func TestEach(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want int
	}{{nil, 3}, {fault.New(fault.TooLarge, "x"), 3}, {fault.New(fault.Unavailable, "x"), 1}, {context.DeadlineExceeded, 1}} {
		done := 0
		err := outbox.Each([]int{1, 2, 3}, func(int) error { done++; return c.err })
		if done != c.want || (err == nil) != (c.err == nil) {
			t.Errorf("%v: %d done, %v", c.err, done, err)
		}
	}
}

// TestRun checks that failures are retried soon, and that pending episodes of others are written once a
// minute.
func TestRun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var tries, failures atomic.Int64
		failures.Store(2)
		box := outbox.New(func(context.Context) error {
			if tries.Add(1); failures.Add(-1) >= 0 {
				return errors.New("away")
			}
			return nil
		}, quiet())
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); box.Run(ctx) }()
		at := func(after time.Duration, want int64) {
			time.Sleep(after)
			synctest.Wait()
			if got := tries.Load(); got != want {
				t.Errorf("%d tries, want %d", got, want)
			}
		}
		at(time.Second, 1)
		at(10*time.Second, 3)
		at(45*time.Second, 3)
		at(10*time.Second, 4)
		failures.Store(1)
		box.Promptly(t.Context(), "x", func(context.Context) error { return errors.New("away") })
		at(5*time.Second, 5)
		at(5*time.Second, 6)
		stop()
		<-ended
	})
}

// TestWritesPromptly checks that Promptly waits at most five seconds and ignores the caller's cancellation.
func TestWritesPromptly(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		began := time.Now()
		outbox.New(nothing, quiet()).Promptly(ctx, "x", func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		})
		if took := time.Since(began); took != 5*time.Second {
			t.Errorf("it took %s", took)
		}
	})
}

// refusing is a memory that rejects relationships.
type refusing struct {
	*graph.Service

	err error
}

func (r refusing) AddRelationship(context.Context, audit.Caller, graph.AddRelationshipInput) (graph.AddRelationshipOutput, error) {
	return graph.AddRelationshipOutput{}, r.err
}
