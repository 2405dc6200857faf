package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"plotline/graph"
	"plotline/graph/embedding"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

type embedCommand struct {
	Switch bool `help:"Replace the model of the workspace. Its vectors answer until those of the new one are made."`
	embeddingSettings
	jsonSettings
}

// Validate checks the flags of the model. Kong calls it after parsing.
func (c *embedCommand) Validate() error { return c.judge() }

// embedded is the result of the command.
type embedded struct {
	Model   string `json:"model"`
	Former  string `json:"former_model,omitempty"` // the model that is being or was replaced
	Made    int    `json:"made"`
	Waiting int    `json:"waiting"`
	Vectors int    `json:"vectors"` // of the current model
}

// Run makes the missing vectors of the workspace's episodes.
func (c *embedCommand) Run(ctx context.Context, s *settings, std streams) error {
	p, err := s.openWith(std, "command", auditSettings{Audit: "off"}, c.VectorMemory)
	if err != nil {
		return judged(err)
	}
	defer p.close()
	if p.meaning, err = c.model(p.dataDir); err != nil {
		return err
	}
	done, err := c.catchUp(ctx, p, s, std)
	if err != nil {
		return err
	}
	return report(std.out, c.JSON, done, done.text(s.Workspace))
}

// catchUp embeds the waiting episodes. It tries the model first, so that a workspace never switches to one
// that does not answer.
func (c *embedCommand) catchUp(ctx context.Context, p *program, s *settings, std streams) (embedded, error) {
	none := embedded{}
	if _, err := p.meaning.EmbedQuery(ctx, sample); err != nil {
		return none, err
	}
	before, now, err := c.use(ctx, p, s)
	if err != nil {
		return none, err
	}
	done := embedded{Model: p.meaning.ID()}
	if former := before.Model; former != "" && former != done.Model && c.Switch {
		done.Former = former
		say(std, "Workspace %s has vectors of the model %s; they answer until all of %s are made.", s.Workspace, former, done.Model)
	}
	bar := newBar(std, -1)
	ctx = bar.under(ctx)
	err = embedding.New(p.store, p.meaning, s.Workspace, p.logger).CatchUp(ctx, s.Workspace, func(n int) {
		done.Made += n
		usecase.Report(ctx, done.Made, max(now.Waiting, done.Made), "episodes")
	})
	bar.end()
	if err != nil {
		return none, done.cut(ctx, now.Waiting, err)
	}
	after, err := within(ctx, s.Timeout, func(ctx context.Context) (graph.Embeddings, error) {
		return p.store.Embeddings(ctx, s.Workspace)
	})
	done.Waiting, done.Vectors = after.Waiting, after.Vectors
	return done, err
}

// sample is the text that is embedded to test a model.
const sample = "What did we learn?"

// use sets the model of the workspace, and returns the state before and after.
func (c *embedCommand) use(ctx context.Context, p *program, s *settings) (before, now graph.Embeddings, err error) {
	before, err = within(ctx, s.Timeout, func(ctx context.Context) (graph.Embeddings, error) {
		return p.store.Embeddings(ctx, s.Workspace)
	})
	if err != nil {
		return before, now, err
	}
	now, err = within(ctx, s.Timeout, func(ctx context.Context) (graph.Embeddings, error) {
		return p.store.UseModel(ctx, s.Workspace, p.meaning.ID(), c.Switch)
	})
	return before, now, err
}

// within calls the store with a time limit.
func within[T any](ctx context.Context, limit time.Duration, call func(ctx context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return call(ctx)
}

// cut adds the progress so far to an error. The vectors made so far are stored.
func (e embedded) cut(ctx context.Context, waiting int, err error) error {
	far := fmt.Sprintf("%d of %s have their vectors; the next run goes on", e.Made, amountOf(max(waiting, e.Made), "waiting episode"))
	failed := *fault.From(err)
	failed.Details = cmp.Or(failed.Details, "The model failed; --log-level=debug may tell more")
	return withProgress(ctx, &failed, far)
}

// withProgress adds to an error how far the command got before it failed or was stopped.
func withProgress(ctx context.Context, err error, far string) error {
	if ctx.Err() != nil {
		return fault.New(fault.Cancelled, "stopped: "+far).Because(errors.Join(ctx.Err(), err))
	}
	failed := *fault.From(err)
	failed.Details += " (" + far + ")"
	return &failed
}

func (e embedded) text(workspace string) string {
	text := fmt.Sprintf("Made %s by %s.", amountOf(e.Made, "vector"), e.Model)
	switch {
	case e.Waiting > 0:
		text += fmt.Sprintf(" Still waiting: %s, which another process embeds, or which came meanwhile.", amountOf(e.Waiting, "episode"))
	case e.Former != "":
		text += fmt.Sprintf(" It took the place of %s, whose vectors are gone.", e.Former)
	default:
		text += fmt.Sprintf(" All %s of workspace %s have one.", amountOf(e.Vectors, "episode"), workspace)
	}
	return text
}
