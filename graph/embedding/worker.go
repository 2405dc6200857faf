// Package embedding makes the vectors of episodes after they are written.
//
// A Worker claims texts from the store, has the model make their vectors, and stores these. A claim expires,
// so another process continues the work of a killed one. Two processes never make the same vector at once.
package embedding

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"plotline/graph"
	"plotline/graph/meaning"
	"plotline/internal/fault"
	"plotline/internal/pause"
)

// These are the bounds of the work.
const (
	// A batch of texts starts small and grows while the model is quick. It shrinks if it took longer than a
	// sixteenth of the time of a claim.
	firstBatch, mostBatch = 4, 32
	// claimDuration is how long a claim lasts.
	claimDuration = 2 * time.Minute
	// atOnce is how many workspaces one lookup returns.
	atOnce = 1000
	// startDelay delays the first round, to leave the start of a program to other work.
	startDelay = 2 * time.Second
	// writeDelay is the wait after a write, for further writes that follow at once.
	writeDelay = 50 * time.Millisecond
	// pollInterval is the interval between lookups for writes of other processes.
	pollInterval = 10 * time.Second
	// longest is the longest wait after repeated failures.
	longest = 5 * time.Minute
	// After this many texts in a row that fail alone, the model is considered to be failing.
	mostFailures = 3
)

// Worker makes vectors. Call one of Run, CatchUp and EmbedSome, once.
type Worker struct {
	store  graph.VectorStore
	model  meaning.Embedder
	logger *slog.Logger
	only   string // the workspace of Run; "" for all
	wake   chan struct{}
	token  string

	places      map[string]*place // by workspace
	counted     time.Time         // the time of the last count of waiting episodes
	lastFailure string            // the failure that was logged last

	made, failed, waiting atomic.Int64
}

// place is the state of the work in one workspace.
type place struct {
	named    bool // this worker has set its model
	size     int  // of the next batch
	failures int  // of single texts, or of the store, in a row
	next     time.Time
}

// New returns a worker.
func New(store graph.VectorStore, model meaning.Embedder, logger *slog.Logger) *Worker {
	return &Worker{
		store: store, model: model, logger: logger,
		wake: make(chan struct{}, 1), token: uuid.NewString(), places: map[string]*place{},
	}
}

// Wake notifies the worker that there is new work. It does not block.
func (w *Worker) Wake() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Counts are the episodes that got vectors, the batches that failed, and the episodes that waited at the last count.
type Counts struct{ Made, Failed, Waiting int64 }

// Counts returns the counts since the start.
func (w *Worker) Counts() Counts {
	return Counts{w.made.Load(), w.failed.Load(), w.waiting.Load()}
}

// Run makes vectors of one workspace until ctx ends. For "", it makes those of all workspaces, one batch of each in turn. It
// logs a failure once and tries again, with growing waits.
func (w *Worker) Run(ctx context.Context, only string) {
	w.only = only
	for wait := startDelay; w.pause(ctx, wait); {
		more, err := w.round(ctx)
		if ctx.Err() != nil {
			return
		}
		w.report(ctx, err)
		if wait = pollInterval; more {
			wait = 0
		}
	}
}

// pause waits, but less if the worker is woken. It returns false if ctx has ended.
func (w *Worker) pause(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
	case <-w.wake:
		return wait <= 0 || pause.For(ctx, writeDelay)
	}
	return true
}

// report logs a new failure, and its end.
func (w *Worker) report(ctx context.Context, err error) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	switch {
	case text == w.lastFailure:
	case err != nil:
		w.logger.WarnContext(ctx, "episodes wait for their vectors; recall finds them by words", "error", err)
	case !w.failing():
		w.logger.InfoContext(ctx, "embedding works again")
	default:
		return
	}
	w.lastFailure = text
}

// failing reports whether the last texts of any workspace failed.
func (w *Worker) failing() bool {
	for _, p := range w.places {
		if p.failures > 0 {
			return true
		}
	}
	return false
}

// round makes one batch in each workspace with waiting episodes. It reports whether there may be more to do
// at once.
func (w *Worker) round(ctx context.Context) (more bool, err error) {
	list, err := w.waitingWorkspaces(ctx)
	if err != nil {
		w.failed.Add(1)
		return false, err
	}
	var errs []error
	for _, ws := range list {
		errs = append(errs, w.name(ctx, ws, w.place(ws)))
	}
	errs = append(errs, w.count(ctx, list))
	for _, ws := range list {
		p := w.place(ws)
		if !p.named || time.Now().Before(p.next) {
			continue
		}
		n, err := w.batch(ctx, ws, p)
		more = more || n > 0 || err != nil && time.Now().After(p.next)
		errs = append(errs, err)
	}
	return more, errors.Join(errs...)
}

func (w *Worker) place(ws string) *place {
	if w.places[ws] == nil {
		w.places[ws] = &place{size: firstBatch}
	}
	return w.places[ws]
}

// waitingWorkspaces lists the workspaces with waiting episodes, in a fixed order.
func (w *Worker) waitingWorkspaces(ctx context.Context) ([]string, error) {
	list, err := w.store.WaitingWorkspaces(ctx, w.model.ID(), atOnce)
	if err != nil {
		return nil, err
	}
	if w.only != "" {
		// If many other workspaces wait, the list may omit this one.
		there := slices.Contains(list, w.only) || len(list) == atOnce
		list = slices.DeleteFunc([]string{w.only}, func(string) bool { return !there })
	}
	slices.Sort(list)
	return list, nil
}

// count counts the waiting episodes, at most once per rest, because it takes long if there are many.
func (w *Worker) count(ctx context.Context, list []string) error {
	if len(list) > 0 && time.Since(w.counted) < pollInterval {
		return nil
	}
	w.counted = time.Now()
	waiting := 0
	for _, ws := range list {
		now, err := w.store.Embeddings(ctx, ws)
		if err != nil {
			return err
		}
		waiting += now.Waiting
	}
	w.waiting.Store(int64(waiting))
	return nil
}

// name sets the model of a workspace. A different model there was chosen on purpose, and stays.
func (w *Worker) name(ctx context.Context, ws string, p *place) error {
	if p.named {
		return nil
	}
	_, err := w.store.UseModel(ctx, ws, w.model.ID(), false)
	if fault.CodeOf(err) == fault.Conflict {
		p.next = time.Now().Add(pollInterval)
		return nil
	}
	if p.named = err == nil; p.named {
		w.counted = time.Time{} // setting the model makes all episodes wait
	}
	return err
}

// CatchUp embeds all waiting texts of a workspace whose model is set. It calls made after each batch with the
// number of episodes. It skips texts that fail, and returns the last failure.
func (w *Worker) CatchUp(ctx context.Context, ws string, made func(n int)) error {
	return w.catchUp(ctx, ws, func(n int) bool {
		made(n)
		return true
	})
}

// EmbedSome embeds a few waiting texts of a workspace whose model is set. With the embedded store they are the newest.
func (w *Worker) EmbedSome(ctx context.Context, ws string) error {
	return w.catchUp(ctx, ws, func(int) bool { return false })
}

// catchUp embeds waiting texts until none waits or until made returns false.
func (w *Worker) catchUp(ctx context.Context, ws string, made func(n int) (more bool)) error {
	p := w.place(ws)
	p.named = true
	var failure error
	for {
		n, err := w.batch(ctx, ws, p)
		if n > 0 && !made(n) {
			return nil
		}
		switch {
		case ctx.Err() != nil || p.failures >= mostFailures:
			return errors.Join(err, w.release(ctx, ws))
		case err != nil && p.failures > 0:
			failure = err
		case err != nil: // the next batch is smaller
		case n == 0 && failure == nil:
			return nil
		case n == 0:
			return errors.Join(failure, w.release(ctx, ws))
		}
	}
}

// batch claims and embeds texts, and returns for how many it stored vectors. A batch that fails is released,
// and the next one is half as large. A single text that fails stays claimed until its claim expires, so that
// other texts come first.
func (w *Worker) batch(ctx context.Context, ws string, p *place) (stored int, err error) {
	began := time.Now()
	claimed, err := w.store.ClaimTexts(ctx, ws, graph.Claim{
		Model: w.model.ID(), Token: w.token, Lasts: claimDuration, Limit: p.size,
	})
	if err != nil {
		w.failed.Add(1)
		return 0, p.fail(err)
	}
	if len(claimed) == 0 {
		return 0, nil
	}
	stored, err = w.embed(ctx, ws, claimed)
	switch {
	case err != nil:
		w.failed.Add(1)
		if len(claimed) == 1 && ctx.Err() == nil {
			return 0, p.fail(err)
		}
		p.size = max(1, len(claimed)/2)
		return 0, errors.Join(err, w.release(ctx, ws))
	case time.Since(began) > claimDuration/16:
		p.size = max(1, len(claimed)/2)
	default:
		p.size = min(mostBatch, 2*p.size)
	}
	p.failures = 0
	w.made.Add(int64(stored))
	w.waiting.Store(max(0, w.waiting.Load()-int64(stored)))
	return stored, nil
}

// fail counts a failure that a smaller batch cannot avoid. After several in a row the workspace pauses.
func (p *place) fail(err error) error {
	p.failures++
	if p.failures >= mostFailures {
		p.next = time.Now().Add(min(pollInterval<<min(p.failures-mostFailures, 10), longest))
	}
	return err
}

// embed makes the vectors of episodes and stores them. The model gets at most as many parts at once as there are
// episodes, so that a batch of long texts is no more for it than one of short texts.
func (w *Worker) embed(ctx context.Context, ws string, claimed []graph.Episode) (int, error) {
	vectors := make([]graph.EpisodeVector, len(claimed))
	var texts []string
	var of []int // the episode of each text
	for i, e := range claimed {
		vectors[i].EpisodeID = e.EpisodeID
		for _, part := range graph.EmbeddedParts(e) {
			texts, of = append(texts, part), append(of, i)
		}
	}
	for some := range slices.Chunk(texts, len(claimed)) {
		exact, err := w.model.Embed(ctx, some)
		if err != nil {
			return 0, err
		}
		for i, v := range graph.NewVectors(exact) {
			if len(v) > 0 { // else the model does not know this part
				vectors[of[i]].Vectors = append(vectors[of[i]].Vectors, v)
			}
		}
		of = of[len(some):]
	}
	return w.store.PutVectors(ctx, ws, w.token, vectors)
}

// release releases claims, even if ctx has ended, so that another process need not wait until they expire.
func (w *Worker) release(ctx context.Context, ws string) error {
	patience := 5 * time.Second
	if ctx.Err() != nil {
		patience = 500 * time.Millisecond // the program is ending
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	return w.store.ReleaseTexts(ctx, ws, w.token)
}
