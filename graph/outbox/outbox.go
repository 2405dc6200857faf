// Package outbox writes an episode to the graph for each decision of a person or creation of an agent that is
// stored in files. It is a transactional outbox
// (https://microservices.io/patterns/data/transactional-outbox.html): the pending episodes follow from the
// files, and each has an idempotency key. Neither a crash nor an unavailable store loses an episode, and none
// is written twice.
package outbox

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"plotline/graph"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/clip"
	"plotline/internal/fault"
)

// Memory writes episodes: graph.Service.
type Memory interface {
	CreateEpisode(ctx context.Context, by audit.Caller, in graph.CreateEpisodeInput) (graph.CreateEpisodeOutput, error)
	AddRelationship(ctx context.Context, by audit.Caller, in graph.AddRelationshipInput) (graph.AddRelationshipOutput, error)
}

const (
	// promptly bounds how long a caller waits for its episode; after that it is written later.
	promptly = 5 * time.Second
	// retryEvery is the interval at which pending episodes are retried.
	retryEvery = 5 * time.Second
	// lookAnyway is the number of ticks after which Run looks for pending episodes of other processes. A
	// command that ran while the store was unavailable has usually ended when the store is back.
	lookAnyway = 12
)

// Outbox writes episodes and retries those that could not be written.
type Outbox struct {
	settle  func(ctx context.Context) error
	logger  *slog.Logger
	pending atomic.Bool // there may be pending episodes
}

// New returns an outbox that uses settle to write all pending episodes.
func New(settle func(ctx context.Context) error, logger *slog.Logger) *Outbox {
	return &Outbox{settle: settle, logger: logger}
}

// Promptly writes an episode within a short time limit, even if the caller's context has ended. If that
// fails, the episode is written later.
func (o *Outbox) Promptly(ctx context.Context, of string, write func(ctx context.Context) error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), promptly)
	defer cancel()
	if err := write(ctx); err != nil {
		o.pending.Store(true)
		o.logger.WarnContext(ctx, "an episode will be stored later", "of", of, "error", err)
	}
}

// Run writes pending episodes until ctx ends. Long-running processes call it.
func (o *Outbox) Run(ctx context.Context) {
	o.pending.Store(true) // another process may have left some
	tick := time.NewTicker(retryEvery)
	defer tick.Stop()
	for n := 0; ; n++ {
		if o.pending.Load() || n%lookAnyway == 0 {
			o.settleQuietly(ctx)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (o *Outbox) settleQuietly(ctx context.Context) {
	o.pending.Store(false)
	if err := o.settle(ctx); err != nil {
		o.pending.Store(true)
		if ctx.Err() == nil {
			o.logger.DebugContext(ctx, "episodes wait for the store", "error", err)
		}
	}
}

// Each calls write for each of the things. An error does not stop the others, unless the whole store is
// unavailable.
func Each[T any](things []T, write func(T) error) error {
	var failed []error
	for _, thing := range things {
		if err := write(thing); err != nil {
			failed = append(failed, err)
			if storeUnavailable(err) {
				break
			}
		}
	}
	return errors.Join(failed...)
}

// storeUnavailable reports whether an error concerns the whole store, so that the next write would fail too.
func storeUnavailable(err error) bool {
	switch fault.CodeOf(err) { //nolint:exhaustive // the others are about one episode
	case fault.Unavailable, fault.Timeout, fault.Cancelled:
		return true
	}
	return false
}

// Writer returns the caller for writing episodes to a workspace. The audit record has this transport.
func Writer(workspace, actor, transport string) audit.Caller {
	return audit.Caller{Workspace: workspace, Actor: actor, Transport: transport, Role: access.Writer}
}

// Relation returns a relationship of strength 1.
func Relation(from, to graph.ID, t graph.Type) graph.AddRelationshipInput {
	return graph.AddRelationshipInput{
		FromEpisodeID: graph.EpisodeRef(from), ToEpisodeID: graph.EpisodeRef(to), RelationshipType: t, Strength: 1,
	}
}

// clipTexts shortens the texts of an episode to the graph's limits.
func clipTexts(in graph.CreateEpisodeInput) graph.CreateEpisodeInput {
	in.Name = clip.Runes(in.Name, graph.MaxName)
	in.Query, in.Reflection = clip.Bytes(in.Query, graph.MaxQuery), clip.Bytes(in.Reflection, graph.MaxReflection)
	return in
}

// Write creates an episode, with its texts shortened to the graph's limits, and adds the relationships that
// relations returns for its id. The same input returns the same episode again. A relationship cannot be added
// if the other episode was deleted or if it would close a cycle. Write then logs a warning and leaves it out.
func (o *Outbox) Write(
	ctx context.Context, m Memory, by audit.Caller, in graph.CreateEpisodeInput, relations func(made graph.ID) []graph.AddRelationshipInput,
) (graph.ID, error) {
	made, err := m.CreateEpisode(ctx, by, clipTexts(in))
	if err != nil {
		return "", err
	}
	for _, rel := range relations(made.EpisodeID) {
		_, err := m.AddRelationship(ctx, by, rel)
		switch fault.CodeOf(err) {
		case "", fault.AlreadyExists:
		case fault.NotFound, fault.Cycle:
			o.logger.WarnContext(ctx, "an episode was stored without a relationship", "key", in.IdempotencyKey, "error", err)
		default:
			return "", err
		}
	}
	return made.EpisodeID, nil
}
