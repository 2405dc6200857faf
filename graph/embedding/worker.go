// Package embedding makes the vectors of episodes behind the writes.
//
// A Worker claims texts from the store, has the model make their vectors, and stores these. A claim runs out,
// so what a killed process held is taken up by another; two processes never make the same vector at once.
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

// Bounds of the work.
const (
	// A batch of texts begins small, and grows while a model is quick: one that took longer than a sixteenth of
	// the time of a claim is not made larger.
	firstBatch, mostBatch = 4, 32
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
	// Of so many texts in a row that fail alone, the model is to blame.
	mostFailures = 3
)

// Worker makes vectors. Run is to be called once, or CatchUp.
type Worker struct {
	store  graph.VectorStore
	model  meaning.Embedder
	logger *slog.Logger
	only   string // workspace; "" for all
	wake   chan struct{}
	token  string

	places  map[string]*place // by workspace
	counted time.Time         // when those that wait were counted
	trouble string            // what was logged last

	made, failed, waiting atomic.Int64
}

// place is how the work goes on in one workspace.
type place struct {
	named    bool // its model, by this worker
	size     int  // of the next batch
	failures int  // of texts alone, or of the store, in a row
	next     time.Time
}

// New makes a worker for all workspaces, or for one alone.
func New(store graph.VectorStore, model meaning.Embedder, only string, logger *slog.Logger) *Worker {
	return &Worker{
		store: store, model: model, only: only, logger: logger,
		wake: make(chan struct{}, 1), token: uuid.NewString(), places: map[string]*place{},
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

// Run makes vectors until ctx ends, a batch of each workspace in turn. What fails is logged once, and tried
// again, after longer and longer waits.
func (w *Worker) Run(ctx context.Context) {
	for wait := begin; w.pause(ctx, wait); {
		more, err := w.round(ctx)
		if ctx.Err() != nil {
			return
		}
		w.report(ctx, err)
		if wait = rest; more {
			wait = 0
		}
	}
}

// pause waits, or less when the worker is woken. It is false when ctx has ended.
func (w *Worker) pause(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
	case <-w.wake:
		return wait == 0 || pause.For(ctx, gather) == nil
	}
	return true
}

// report logs a failure that is new, and its end.
func (w *Worker) report(ctx context.Context, err error) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	switch {
	case text == w.trouble:
	case err != nil:
		w.logger.WarnContext(ctx, "episodes wait for their vectors; recall finds them by words", "error", err)
	case !w.failing():
		w.logger.InfoContext(ctx, "episodes get their vectors again")
	default:
		return
	}
	w.trouble = text
}

// failing tells whether texts of some workspace failed last.
func (w *Worker) failing() bool {
	for _, p := range w.places {
		if p.failures > 0 {
			return true
		}
	}
	return false
}

// round makes one batch in each workspace where some wait, and tells whether there may be more to do at once.
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

// waitingWorkspaces lists where there is something to do, in a fixed order.
func (w *Worker) waitingWorkspaces(ctx context.Context) ([]string, error) {
	list, err := w.store.WaitingWorkspaces(ctx, w.model.ID(), atOnce)
	if err != nil {
		return nil, err
	}
	if w.only != "" {
		// Where many others wait, its own may not be among them.
		there := slices.Contains(list, w.only) || len(list) == atOnce
		list = slices.DeleteFunc([]string{w.only}, func(string) bool { return !there })
	}
	slices.Sort(list)
	return list, nil
}

// count counts the episodes that wait, now and then: it takes as long as there are many.
func (w *Worker) count(ctx context.Context, list []string) error {
	if len(list) > 0 && time.Since(w.counted) < rest {
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

// name names the model of a workspace. Where it is another, somebody has decided so.
func (w *Worker) name(ctx context.Context, ws string, p *place) error {
	if p.named {
		return nil
	}
	_, err := w.store.UseModel(ctx, ws, w.model.ID(), false)
	if fault.CodeOf(err) == fault.Conflict {
		p.next = time.Now().Add(rest)
		return nil
	}
	if p.named = err == nil; p.named {
		w.counted = time.Time{} // from now on they wait
	}
	return err
}

// CatchUp embeds all that waits in a workspace whose model is named, and tells after each batch how many
// vectors were stored. Texts that fail are passed over; the error is that of the last one.
func (w *Worker) CatchUp(ctx context.Context, ws string, made func(n int)) error {
	p := w.place(ws)
	p.named = true
	var failure error
	for {
		n, err := w.batch(ctx, ws, p)
		if n > 0 {
			made(n)
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

// batch claims and embeds some texts, and tells how many vectors were stored. A batch that fails is given back
// and the next one is half as large. A text that fails alone stays claimed until its time is over, so that
// the others go before it.
func (w *Worker) batch(ctx context.Context, ws string, p *place) (stored int, err error) {
	began := time.Now()
	claimed, err := w.store.ClaimTexts(ctx, ws, graph.Claim{
		Model: w.model.ID(), Token: w.token, Now: graph.TimeOf(began), Until: graph.TimeOf(began.Add(held)), Limit: p.size,
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
	case time.Since(began) > held/16:
		p.size = max(1, len(claimed)/2)
	default:
		p.size = min(mostBatch, 2*p.size)
	}
	p.failures = 0
	w.made.Add(int64(stored))
	w.waiting.Store(max(0, w.waiting.Load()-int64(stored)))
	return stored, nil
}

// fail counts a failure that no smaller batch can help. After several in a row the workspace rests.
func (p *place) fail(err error) error {
	p.failures++
	if p.failures >= mostFailures {
		p.next = time.Now().Add(min(rest<<min(p.failures-mostFailures, 10), longest))
	}
	return err
}

// embed makes the vectors of texts and stores them.
func (w *Worker) embed(ctx context.Context, ws string, claimed []graph.Episode) (int, error) {
	texts := make([]string, len(claimed))
	for i, e := range claimed {
		texts[i] = graph.EmbeddedText(e)
	}
	exact, err := w.model.Embed(ctx, texts)
	if err != nil {
		return 0, err
	}
	vectors := make([]graph.EpisodeVector, len(claimed))
	for i, e := range claimed {
		vectors[i] = graph.EpisodeVector{EpisodeID: e.EpisodeID, Vector: graph.NewVector(exact[i])}
	}
	return w.store.PutVectors(ctx, ws, w.token, vectors)
}

// release gives claims back, also when ctx has ended: another process need not wait until they run out.
func (w *Worker) release(ctx context.Context, ws string) error {
	patience := 5 * time.Second
	if ctx.Err() != nil {
		patience = 500 * time.Millisecond // the program ends
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	return w.store.ReleaseTexts(ctx, ws, w.token)
}
