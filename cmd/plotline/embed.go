package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"plotline/graph"
	"plotline/graph/embedding"
	"plotline/internal/fault"
)

type embedCommand struct {
	Switch bool `help:"Replace the embedding model of the workspace. The old vectors stay in use until the new ones are made."`
	embeddingSettings
	jsonSettings
}

// Validate checks the flags of the model. Kong calls it after parsing.
func (c *embedCommand) Validate() error { return c.validate() }

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
	p, err := s.openWith(std, "command", auditSettings{Audit: "off"}, c.storeOptions()...)
	if err != nil {
		return asMisuse(err)
	}
	defer p.close()
	if p.meaning, err = c.model(p.dataDir, runtime.GOMAXPROCS(0)); err != nil {
		return err
	}
	done, err := c.catchUp(ctx, p, s, std)
	if err != nil {
		return err
	}
	return printCounts(std.out, c.JSON, done, done.text(s.Workspace))
}

// catchUp embeds the waiting episodes. It tries the model first, so that a workspace never switches to one
// that does not answer.
func (c *embedCommand) catchUp(ctx context.Context, p *program, s *settings, std streams) (embedded, error) {
	none := embedded{}
	if _, err := p.meaning.EmbedQuery(ctx, sampleText); err != nil {
		return none, err
	}
	before, now, err := c.useModel(ctx, p, s)
	if err != nil {
		return none, err
	}
	done := embedded{Model: p.meaning.ID()}
	if former := before.Model; former != "" && former != done.Model && c.Switch {
		done.Former = former
		printMessage(std, "Workspace %s has vectors of the model %s. They stay in use until all of %s are made.", s.Workspace, former, done.Model)
	}
	worker := embedding.New(p.store, p.meaning, p.logger)
	done.Made, err = embedWaiting(ctx, worker, s.Workspace, now.Waiting, std, c.JSON)
	if err != nil {
		return none, done.interruptedError(ctx, now.Waiting, err)
	}
	after, err := withTimeout(ctx, s.Timeout, func(ctx context.Context) (graph.Embeddings, error) {
		return p.store.Embeddings(ctx, s.Workspace)
	})
	done.Waiting, done.Vectors = after.Waiting, after.Vectors
	return done, err
}

// sampleText is the text that is embedded to test a model.
const sampleText = "What did we learn?"

// useModel sets the model of the workspace, and returns the state before and after.
func (c *embedCommand) useModel(ctx context.Context, p *program, s *settings) (before, now graph.Embeddings, err error) {
	before, err = withTimeout(ctx, s.Timeout, func(ctx context.Context) (graph.Embeddings, error) {
		return p.store.Embeddings(ctx, s.Workspace)
	})
	if err != nil {
		return before, now, err
	}
	now, err = withTimeout(ctx, s.Timeout, func(ctx context.Context) (graph.Embeddings, error) {
		return p.store.UseModel(ctx, s.Workspace, p.meaning.ID(), c.Switch)
	})
	return before, now, err
}

// withTimeout calls the store with a time limit.
func withTimeout[T any](ctx context.Context, limit time.Duration, call func(ctx context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return call(ctx)
}

// interruptedError adds the progress so far to an error. The vectors made so far are stored.
func (e embedded) interruptedError(ctx context.Context, waiting int, err error) error {
	far := fmt.Sprintf("%d of %s have vectors; run the command again to continue", e.Made, countNoun(max(waiting, e.Made), "waiting episode"))
	failed := *fault.From(err)
	failed.Details = cmp.Or(failed.Details, "The model failed; --log-level=debug may show more")
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
	text := fmt.Sprintf("Made %s by %s.", countNoun(e.Made, "vector"), e.Model)
	switch {
	case e.Waiting > 0:
		text += fmt.Sprintf(" Still waiting: %s. Another process embeds them, or they are new.", countNoun(e.Waiting, "episode"))
	case e.Former != "":
		text += fmt.Sprintf(" It took the place of %s, whose vectors are gone.", e.Former)
	default:
		text += fmt.Sprintf(" All %s of workspace %s have one.", countNoun(e.Vectors, "episode"), workspace)
	}
	return text
}
