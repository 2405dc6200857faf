package embedding_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"plotline/graph"
	"plotline/graph/embedding"
	"plotline/graph/graphtest"
	"plotline/testing/kit/meaningtest"
)

func create(t *testing.T, store graph.Store, ws string, n int) []graph.ID {
	t.Helper()
	var batch graph.Batch
	for i := range n {
		batch.Episodes = append(batch.Episodes, graph.NewEpisode{Episode: graph.Episode{
			EpisodeID: graph.NewID(), Name: fmt.Sprintf("%s %d", ws, i), CreatedAt: 1, UpdatedAt: 1,
		}})
	}
	made, err := store.CreateEpisodes(t.Context(), ws, batch)
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]graph.ID, n)
	for i, e := range made.Episodes {
		ids[i] = e.EpisodeID
	}
	return ids
}

func has(t *testing.T, store graph.Store, ws string, want graph.Embeddings) {
	t.Helper()
	got, err := store.Embeddings(t.Context(), ws)
	if err != nil || got != want {
		t.Errorf("%s: %+v, %v, want %+v", ws, got, err, want)
	}
}

func useModel(t *testing.T, store graph.Store, ws, model string) {
	t.Helper()
	if _, err := store.UseModel(t.Context(), ws, model, false); err != nil {
		t.Fatal(err)
	}
}

// newWorker returns a worker.
func newWorker(store graph.Store, model *meaningtest.Concepts) *embedding.Worker {
	return embedding.New(store, model, slog.New(slog.DiscardHandler))
}

// run starts a worker that ends with the test.
func run(t *testing.T, w *embedding.Worker, only string) *embedding.Worker {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { w.Run(ctx, only) })
	t.Cleanup(func() { stop(); running.Wait() })
	return w
}

// inBubble runs a test with the clock of synctest, an empty store and a model.
func inBubble(t *testing.T, test func(t *testing.T, store graph.Store, model *meaningtest.Concepts)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { test(t, graphtest.NewModel(), meaningtest.New("m")) })
}

// TestEmbedsAfterWrite checks that existing and later episodes get vectors, in every workspace, and at once if
// the worker is woken.
func TestEmbedsAfterWrite(t *testing.T) {
	inBubble(t, func(t *testing.T, store graph.Store, model *meaningtest.Concepts) {
		t.Helper()
		create(t, store, "a", 70)
		create(t, store, "b", 1)
		w := run(t, newWorker(store, model), "")
		time.Sleep(3 * time.Second)
		has(t, store, "a", graph.Embeddings{Model: "m", Vectors: 70})
		has(t, store, "b", graph.Embeddings{Model: "m", Vectors: 1})
		create(t, store, "b", 1)
		w.Wake()
		w.Wake()
		time.Sleep(100 * time.Millisecond)
		has(t, store, "b", graph.Embeddings{Model: "m", Vectors: 2})
		create(t, store, "c", 1) // by another process
		time.Sleep(11 * time.Second)
		has(t, store, "c", graph.Embeddings{Model: "m", Vectors: 1})
		if got, want := w.Counts(), (embedding.Counts{Made: 73}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
}

// TestOneWorkspace checks that a worker of one workspace ignores the others, and that it ignores workspaces
// with another model.
func TestOneWorkspace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := graphtest.NewModel()
		create(t, store, "a", 1)
		create(t, store, "b", 1)
		create(t, store, "c", 1)
		useModel(t, store, "c", "other")
		run(t, newWorker(store, meaningtest.New("m")), "a")
		run(t, newWorker(store, meaningtest.New("m")), "c")
		time.Sleep(time.Minute)
		has(t, store, "a", graph.Embeddings{Model: "m", Vectors: 1})
		has(t, store, "b", graph.Embeddings{})
		has(t, store, "c", graph.Embeddings{Model: "other", Waiting: 1})
	})
}

// TestModelFails checks that a failing model is asked less and less often, and that no waiting text is
// lost.
func TestModelFails(t *testing.T) {
	inBubble(t, func(t *testing.T, store graph.Store, model *meaningtest.Concepts) {
		t.Helper()
		calls := 0
		model.Before(func() { calls++ })
		model.Fail(errors.New("away"))
		create(t, store, "a", 40)
		w := run(t, newWorker(store, model), "")
		for range 600 { // a write does not cause a call of the model
			time.Sleep(time.Second)
			w.Wake()
		}
		has(t, store, "a", graph.Embeddings{Model: "m", Waiting: 40})
		if counts := w.Counts(); calls > 14 || counts.Failed != int64(calls) || counts.Waiting != 40 {
			t.Errorf("asked %d times, %+v", calls, counts)
		}
		model.Fail(nil)
		time.Sleep(6 * time.Minute)
		has(t, store, "a", graph.Embeddings{Model: "m", Vectors: 40})
		if w.Counts().Waiting != 0 {
			t.Errorf("%+v", w.Counts())
		}
	})
}

// TestOneTextFails checks that a failing text does not delay others.
func TestOneTextFails(t *testing.T) {
	inBubble(t, func(t *testing.T, store graph.Store, model *meaningtest.Concepts) {
		t.Helper()
		create(t, store, "a", 70)
		create(t, store, "b", 5)
		model.FailAt("a 31")
		w := run(t, newWorker(store, model), "")
		time.Sleep(10 * time.Second)
		has(t, store, "a", graph.Embeddings{Model: "m", Waiting: 1, Vectors: 69})
		has(t, store, "b", graph.Embeddings{Model: "m", Vectors: 5})
		create(t, store, "a", 1)
		w.Wake()
		time.Sleep(time.Second)
		has(t, store, "a", graph.Embeddings{Model: "m", Waiting: 1, Vectors: 70})
		model.FailAt("")
		time.Sleep(10 * time.Minute)
		has(t, store, "a", graph.Embeddings{Model: "m", Vectors: 71})

		create(t, store, "c", 20)
		useModel(t, store, "c", "m")
		model.FailAt("c 7")
		made := 0
		err := newWorker(store, model).CatchUp(t.Context(), "c", func(n int) { made += n })
		if err == nil || made != 19 {
			t.Errorf("made %d, %v", made, err)
		}
		model.FailAt("")
		if err := newWorker(store, model).CatchUp(t.Context(), "c", func(n int) { made += n }); err != nil || made != 20 {
			t.Errorf("made %d, %v", made, err)
		}
	})
}

// TestBatchIsRetried checks that it is not a failure if the texts are embedded later.
func TestBatchIsRetried(t *testing.T) {
	t.Parallel()
	store, model := graphtest.NewModel(), meaningtest.New("m")
	create(t, store, "a", 30)
	useModel(t, store, "a", "m")
	calls := 0
	model.Before(func() {
		switch calls++; calls {
		case 1:
			model.Fail(errors.New("busy")) // from the next call on
		case 2:
			model.Fail(nil)
		}
	})
	w := newWorker(store, model)
	if err := w.CatchUp(t.Context(), "a", func(int) {}); err != nil || w.Counts().Failed != 1 {
		t.Errorf("%v, %+v", err, w.Counts())
	}
	has(t, store, "a", graph.Embeddings{Model: "m", Vectors: 30})
}

// refusing is a store whose claims fail.
type refusing struct {
	graph.Store

	asked atomic.Int64
}

func (r *refusing) ClaimTexts(context.Context, string, graph.Claim) ([]graph.Episode, error) {
	r.asked.Add(1)
	return nil, errors.New("no space left")
}

// TestStoreFails checks that a failing store is asked less and less often.
func TestStoreFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &refusing{Store: graphtest.NewModel()}
		create(t, store, "a", 5)
		w := run(t, newWorker(store, meaningtest.New("m")), "")
		for range 600 {
			time.Sleep(time.Second)
			w.Wake()
		}
		if asked := store.asked.Load(); asked > 12 || w.Counts().Failed != asked {
			t.Errorf("asked %d times, %+v", asked, w.Counts())
		}
		err := newWorker(store, meaningtest.New("m")).CatchUp(t.Context(), "a", func(int) {})
		if err == nil {
			t.Error("CatchUp succeeded")
		}
	})
}

// TestWorkspacesTakeTurns checks that a workspace with many episodes does not delay another.
func TestWorkspacesTakeTurns(t *testing.T) {
	inBubble(t, func(t *testing.T, store graph.Store, model *meaningtest.Concepts) {
		t.Helper()
		create(t, store, "a", 500)
		create(t, store, "b", 1)
		model.Before(func() { time.Sleep(time.Second) })
		w := run(t, newWorker(store, model), "")
		time.Sleep(5 * time.Second)
		has(t, store, "b", graph.Embeddings{Model: "m", Vectors: 1})
		if w.Counts().Waiting < 400 {
			t.Errorf("%+v", w.Counts())
		}
	})
}

// TestTogether checks that several workers make each vector once.
func TestTogether(t *testing.T) {
	t.Parallel()
	store, model := graphtest.NewModel(), meaningtest.New("m")
	create(t, store, "a", 500)
	useModel(t, store, "a", "m")
	var together sync.WaitGroup
	for range 4 {
		together.Go(func() {
			w := newWorker(store, model)
			if err := w.CatchUp(t.Context(), "a", func(int) {}); err != nil {
				t.Error(err)
			}
		})
	}
	together.Wait()
	has(t, store, "a", graph.Embeddings{Model: "m", Vectors: 500})
	texts := model.Texts()
	if slices.Sort(texts); len(slices.Compact(texts)) != 500 || len(model.Texts()) != 500 {
		t.Errorf("%d texts were embedded, want 500", len(model.Texts()))
	}
}

// TestInterrupted checks that others can claim the texts of an interrupted worker at once, and those of a
// killed worker when its claim expires.
func TestInterrupted(t *testing.T) {
	inBubble(t, func(t *testing.T, store graph.Store, model *meaningtest.Concepts) {
		t.Helper()
		ids := create(t, store, "a", 3)
		useModel(t, store, "a", "m")
		killed := graph.Claim{Model: "m", Token: "killed", Lasts: time.Minute, Limit: 1}
		if list, err := store.ClaimTexts(t.Context(), "a", killed); err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		ctx, stop := context.WithCancel(t.Context())
		model.Before(stop)
		w := newWorker(store, model)
		if err := w.CatchUp(ctx, "a", func(int) {}); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		model.Before(nil)
		if err := w.CatchUp(t.Context(), "a", func(int) {}); err != nil {
			t.Error(err)
		}
		has(t, store, "a", graph.Embeddings{Model: "m", Waiting: 1, Vectors: 2})
		time.Sleep(61 * time.Second)
		if err := w.CatchUp(t.Context(), "a", func(int) {}); err != nil {
			t.Error(err)
		}
		has(t, store, "a", graph.Embeddings{Model: "m", Vectors: len(ids)})
	})
}

// counting records how many texts the model gets at once.
type counting struct {
	*meaningtest.Concepts

	most int
}

func (c *counting) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	c.most = max(c.most, len(texts))
	return c.Concepts.Embed(ctx, texts)
}

// TestLongTexts checks that every part of a long text can be found, and that the model never gets more texts at once
// than it would of short ones.
func TestLongTexts(t *testing.T) {
	t.Parallel()
	store, model := graphtest.NewModel(), &counting{Concepts: meaningtest.New("m")}
	create(t, store, "a", 5)
	long := graph.Episode{EpisodeID: graph.NewID(), CreatedAt: 1, UpdatedAt: 1}
	for i := range graph.MaxParts {
		long.Query += strings.Repeat(fmt.Sprintf("subject%d ", i), 160)
	}
	batch := graph.Batch{}
	for range 40 {
		long.EpisodeID = graph.NewID()
		batch.Episodes = append(batch.Episodes, graph.NewEpisode{Episode: long})
	}
	if _, err := store.CreateEpisodes(t.Context(), "a", batch); err != nil {
		t.Fatal(err)
	}
	useModel(t, store, "a", "m")
	w := embedding.New(store, model, slog.New(slog.DiscardHandler))
	made := 0
	if err := w.CatchUp(t.Context(), "a", func(n int) { made += n }); err != nil {
		t.Fatal(err)
	}
	has(t, store, "a", graph.Embeddings{Model: "m", Vectors: 45})
	parts := len(graph.EmbeddedParts(long))
	if got, want := len(model.Texts()), 5+40*parts; made != 45 || got != want || model.most > 32 || parts < 6 {
		t.Errorf("made %d of %d texts, want %d; %d at once", made, got, want, model.most)
	}
	for i := range graph.MaxParts {
		query, err := model.EmbedQuery(t.Context(), fmt.Sprintf("subject%d", i))
		if err != nil {
			t.Fatal(err)
		}
		found, err := store.FindNearest(t.Context(), "a", graph.VectorQuery{Model: "m", Vector: graph.NewVector(query), Limit: 1})
		if err != nil || len(found.Matches) != 1 || found.Matches[0].Cosine < 0.7 {
			t.Errorf("subject %d: %+v, %v", i, found, err)
		}
	}
}
