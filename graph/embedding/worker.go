// Package embedding makes the vectors of episodes behind the writes.
//
// A Worker claims texts from the store, has the model make their vectors, and stores these. A claim runs out,
// so what a killed process held is taken up by another; two processes never make the same vector at once.
package embedding

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"plotline/graph"
	"plotline/graph/fault"
	"plotline/graph/meaning"
	"plotline/graph/pause"
)

// Bounds of the work.
const (
	// batch is how many texts are claimed at once: two a second is the least that a model must do to keep a claim.
	batch = 32
	// held is how long a claim lasts.
	held = 2 * time.Minute
	// atOnce is how many workspaces are looked up.
	atOnce = 1000
	// begin is how long a worker leaves the start of a program to others.
	begin = 2 * time.Second
	// gather is how long it waits after a write, for those that come with it.
	gather = 50 * time.Millisecond
	// rest is how long a worker waits until it looks for what other processes wrote.
	rest = 10 * time.Second
	// longest is how long it waits after failures that go on.
	longest = 5 * time.Minute
)

// Worker makes vectors. Run is to be called once.
type Worker struct {
	store  graph.VectorStore
	model  meaning.Embedder
	logger *slog.Logger
	only   string // workspace; "" for all
	wake   chan struct{}
	token  string

	named    map[string]bool // workspaces whose model was named by this worker
	failures int             // in a row
	trouble  string          // what was logged last

	made, failed, waiting atomic.Int64
}

// New makes a worker for all workspaces, or for one alone.
func New(store graph.VectorStore, model meaning.Embedder, only string, logger *slog.Logger) *Worker {
	return &Worker{
		store: store, model: model, only: only, logger: logger,
		wake: make(chan struct{}, 1), token: uuid.NewString(), named: map[string]bool{},
	}
}

// Wake tells that there is something new. It does not wait.
func (w *Worker) Wake() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Counts are vectors that were made, batches that failed, and episodes that waited when the worker looked last.
type Counts struct{ Made, Failed, Waiting int64 }

// Counts since the start.
func (w *Worker) Counts() Counts {
	return Counts{w.made.Load(), w.failed.Load(), w.waiting.Load()}
}

// Run makes vectors until ctx ends. What fails is logged once, and tried again, after longer and longer waits.
func (w *Worker) Run(ctx context.Context) {
	for wait := begin; w.pause(ctx, wait); {
		err := w.all(ctx)
		if ctx.Err() != nil {
			return
		}
		w.report(ctx, err)
		if wait = rest; err != nil {
			w.failures++
			wait = min(rest<<min(w.failures, 10), longest)
		} else {
			w.failures = 0
		}
	}
}

// pause waits, or less when the worker is woken and nothing failed: a model that is away is not asked at each
// write. It is false when ctx has ended.
func (w *Worker) pause(ctx context.Context, wait time.Duration) bool {
	wake := w.wake
	if w.failures > 0 {
		wake = nil
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
	case <-wake:
		return pause.For(ctx, gather) == nil
	}
	return true
}

// report logs a failure that is new, and its end.
func (w *Worker) report(ctx context.Context, err error) {
	text := ""
	if err != nil {
		w.failed.Add(1)
		text = err.Error()
	}
	switch {
	case text == w.trouble:
	case err != nil:
		w.logger.WarnContext(ctx, "episodes wait for their vectors; recall finds them by words", "error", err)
	default:
		w.logger.InfoContext(ctx, "episodes get their vectors again")
	}
	w.trouble = text
}

// all embeds what waits in every workspace. One that fails does not keep the others waiting.
func (w *Worker) all(ctx context.Context) error {
	list, err := w.store.WaitingWorkspaces(ctx, w.model.ID(), atOnce)
	if err != nil {
		return err
	}
	var errs []error
	w.waiting.Store(0)
	for _, ws := range list {
		if w.only == "" || ws == w.only {
			errs = append(errs, w.workspace(ctx, ws))
		}
	}
	return errors.Join(errs...)
}

// workspace embeds what waits in one. Vectors of another model are somebody's decision, and no failure.
func (w *Worker) workspace(ctx context.Context, ws string) error {
	if !w.named[ws] {
		if _, err := w.store.UseModel(ctx, ws, w.model.ID(), false); fault.CodeOf(err) == fault.Conflict {
			return nil
		} else if err != nil {
			return err
		}
		w.named[ws] = true
	}
	now, err := w.store.Embeddings(ctx, ws)
	if err != nil || now.Target() != w.model.ID() {
		return err
	}
	before := w.waiting.Add(int64(now.Waiting))
	return w.embed(ctx, ws, func(n int) {
		before -= int64(n)
		w.waiting.Store(max(before, 0))
	})
}

// CatchUp embeds all that waits in a workspace and tells after each batch how many vectors it made.
func (w *Worker) CatchUp(ctx context.Context, ws string, made func(n int)) error {
	return w.embed(ctx, ws, made)
}

// embed claims and embeds until nothing is left to claim.
func (w *Worker) embed(ctx context.Context, ws string, made func(n int)) error {
	for {
		n, err := w.some(ctx, ws)
		if err != nil {
			return err
		}
		if n == 0 {
			return nil
		}
		made(n)
	}
}

// some embeds one batch and tells how many vectors it made. What was claimed and not embedded is given back.
func (w *Worker) some(ctx context.Context, ws string) (int, error) {
	now := time.Now()
	claimed, err := w.store.ClaimTexts(ctx, ws, graph.Claim{
		Model: w.model.ID(), Token: w.token, Now: graph.TimeOf(now), Until: graph.TimeOf(now.Add(held)), Limit: batch,
	})
	if err != nil || len(claimed) == 0 {
		return 0, err
	}
	texts := make([]string, len(claimed))
	for i, e := range claimed {
		texts[i] = graph.EmbeddedText(e)
	}
	exact, err := w.model.Embed(ctx, texts)
	if err != nil {
		return 0, errors.Join(err, w.release(ctx, ws))
	}
	vectors := make([]graph.EpisodeVector, len(claimed))
	for i, e := range claimed {
		vectors[i] = graph.EpisodeVector{EpisodeID: e.EpisodeID, Vector: graph.NewVector(exact[i])}
	}
	if _, err := w.store.PutVectors(ctx, ws, w.token, vectors); err != nil {
		return 0, errors.Join(err, w.release(ctx, ws))
	}
	w.made.Add(int64(len(vectors)))
	return len(vectors), nil
}

// release gives a claim back, also when ctx has ended: another process need not wait until it runs out.
func (w *Worker) release(ctx context.Context, ws string) error {
	const patience = 5 * time.Second
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	return w.store.ReleaseTexts(ctx, ws, w.token)
}
