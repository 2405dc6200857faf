package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"runtime"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"plotline/graph"
	"plotline/graph/embedding"
	"plotline/graph/meaning"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// writeSettings are the flags of commands that write the texts of an episode.
type writeSettings struct {
	readSettings
	modelSettings
}

// Validate checks the flags of the model. Kong calls it after parsing.
func (w *writeSettings) Validate() error { return w.validate() }

// printWritten is printResultOf for a use case that writes an episode. Then it makes the vectors.
func printWritten[Out any](
	ctx context.Context, w writeSettings, p *program, std streams, name string, values url.Values, text func(out Out) error,
) error {
	if err := printResultOf(ctx, w.readSettings, p, std, name, values, text); err != nil {
		return err
	}
	afterEpisode.makeVectors(ctx, p, w.modelSettings, std)
	return nil
}

// afterWrite makes vectors after a command's write, so that recall finds the new texts by meaning at once. A failure is
// only a message, because the write is complete.
type afterWrite struct {
	done  string        // begins each message
	limit time.Duration // for the vectors
	few   bool          // the workspace's other waiting episodes are left to others
}

var (
	afterImport  = afterWrite{done: "The import is complete.", limit: 30 * time.Second}
	afterEpisode = afterWrite{done: "The episode is stored.", limit: 5 * time.Second, few: true}
)

// makeVectors makes vectors with the model that recall uses, if there is one.
func (a afterWrite) makeVectors(ctx context.Context, p *program, m modelSettings, std streams) {
	model, err := m.model(p.dataDir, runtime.GOMAXPROCS(0))
	if errors.Is(err, errNoMeaning) {
		return
	}
	if err == nil {
		defer model.Close()
		err = a.embed(ctx, p.store, model, p.caller.Workspace, std, p.logger)
	}
	if err != nil {
		printMessage(std, "%s %s %s", a.done, a.reason(err), vectorState(ctx, p.store, p.caller.Workspace))
	}
}

// embed makes vectors until none is missing or the time is up. The error is that of ctx or of its deadline, if one ended
// the work.
func (a afterWrite) embed(ctx context.Context, store graph.VectorStore, model meaning.Embedder, ws string, std streams, logger *slog.Logger) error {
	ctx, cancel := context.WithTimeout(ctx, a.limit)
	defer cancel()
	has, err := adoptModel(ctx, store, model, ws)
	if err == nil {
		worker := embedding.New(store, model, logger)
		if a.few {
			err = worker.EmbedSome(ctx, ws)
		} else {
			_, err = embedWaiting(ctx, worker, ws, has.Waiting, std, true)
		}
	}
	if err != nil {
		return cmp.Or(ctx.Err(), err)
	}
	return nil
}

// vectorsEvery is the time between two lines about the vectors that are being made.
const vectorsEvery = 15 * time.Second

// embedWaiting makes the vectors of all waiting episodes, and returns how many it made. It shows a progress bar, or lines if
// there is no terminal, unless it is quiet.
func embedWaiting(ctx context.Context, worker *embedding.Worker, ws string, waiting int, std streams, quiet bool) (made int, err error) {
	bar := newBar(std, -1)
	defer bar.end()
	ctx, next := bar.context(ctx), time.Now().Add(vectorsEvery)
	err = worker.CatchUp(ctx, ws, func(n int) {
		made += n
		if now := time.Now(); bar.shown == nil && !quiet && !now.Before(next) {
			next = now.Add(vectorsEvery)
			printMessage(std, "Made %s of %s vectors.", humanize.Comma(int64(made)), humanize.Comma(int64(max(waiting, made))))
		}
		usecase.Report(ctx, made, max(waiting, made), "episodes")
	})
	return made, err
}

// adoptModel sets the model of a workspace that has none. It tries the model first, so that a workspace never gets one
// that does not answer. Another model there was chosen on purpose, and is an error.
func adoptModel(ctx context.Context, store graph.VectorStore, model meaning.Embedder, ws string) (graph.Embeddings, error) {
	has, err := store.Embeddings(ctx, ws)
	switch {
	case err != nil || has.Target() == model.ID():
		return has, err
	case has.Model != "":
		return has, graph.OtherModel(ws, has.Target(), model.ID())
	}
	if _, err := model.EmbedQuery(ctx, sampleText); err != nil {
		return has, err
	}
	return store.UseModel(ctx, ws, model.ID(), false)
}

// reason says why vectors are missing.
func (a afterWrite) reason(err error) string {
	switch {
	case errors.Is(err, context.Canceled):
		return "Making vectors was stopped."
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Sprintf("Making vectors takes longer than %s.", a.limit)
	}
	failed := fault.From(err)
	return fmt.Sprintf("Making vectors failed: %s.", strings.TrimSuffix(cmp.Or(failed.Details, failed.Title()), "."))
}

// vectorState says how many episodes have a vector, and how to make the others, even if ctx has ended.
func vectorState(ctx context.Context, store graph.VectorStore, ws string) string {
	const patience = 2 * time.Second
	has, err := withTimeout(context.WithoutCancel(ctx), patience, func(ctx context.Context) (graph.Embeddings, error) {
		return store.Embeddings(ctx, ws)
	})
	all := has.Vectors + has.Waiting
	if err != nil || has.Next != "" || all == 0 {
		return "Recall finds episodes by words until plotline embed makes the vectors."
	}
	return fmt.Sprintf("%d of %s have a vector; recall finds the others by words. To make the rest, run: plotline embed", has.Vectors, countNoun(all, "episode"))
}
