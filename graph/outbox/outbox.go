// Package outbox gets into the graph what files owe to it: an episode for each thing that a person
// decided or an agent made. It is the pattern of the transactional outbox
// (https://microservices.io/patterns/data/transactional-outbox.html): what is owed is read off the
// files, and each episode has an idempotency key. So neither a crash nor a store that is away loses one,
// and none is written twice.
package outbox

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"plotline/graph"
	"plotline/graph/access"
	"plotline/graph/audit"
	"plotline/graph/clip"
	"plotline/graph/fault"
)

// Memory is where episodes are written: graph.Service.
type Memory interface {
	CreateEpisode(ctx context.Context, by audit.Caller, in graph.CreateEpisodeInput) (graph.CreateEpisodeOutput, error)
	AddRelationship(ctx context.Context, by audit.Caller, in graph.AddRelationshipInput) (graph.AddRelationshipOutput, error)
}

const (
	// promptly is how long whoever made something waits for its episode; after that it is written later.
	promptly = 2 * time.Second
	// retryEvery is how often what could not be written is tried again.
	retryEvery = 5 * time.Second
	// lookAnyway is after how many ticks Run looks for what other processes owe: a command that decided
	// while the store was away is long gone when it is back.
	lookAnyway = 12
)

// Outbox knows whether something is owed.
type Outbox struct {
	settle func(ctx context.Context) error
	logger *slog.Logger
	owes   atomic.Bool // something could not be written, perhaps
}

// New makes an outbox over settle, which writes all that is owed.
func New(settle func(ctx context.Context) error, logger *slog.Logger) *Outbox {
	return &Outbox{settle: settle, logger: logger}
}

// Promptly writes an episode now if that goes quickly, also when whoever called has left.
func (o *Outbox) Promptly(ctx context.Context, of string, write func(ctx context.Context) error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), promptly)
	defer cancel()
	if err := write(ctx); err != nil {
		o.owes.Store(true)
		o.logger.WarnContext(ctx, "an episode is written later", "of", of, "error", err)
	}
}

// Run does what a process that stays owes to the graph, until ctx ends.
func (o *Outbox) Run(ctx context.Context) {
	o.owes.Store(true) // perhaps: another process may have left some
	tick := time.NewTicker(retryEvery)
	defer tick.Stop()
	for n := 0; ; n++ {
		if o.owes.Load() || n%lookAnyway == 0 {
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
	o.owes.Store(false)
	if err := o.settle(ctx); err != nil {
		o.owes.Store(true)
		if ctx.Err() == nil {
			o.logger.DebugContext(ctx, "episodes wait for the store", "error", err)
		}
	}
}

// Each writes what every one of the things owes. One that fails keeps none from the next, unless the
// whole store is away.
func Each[T any](things []T, write func(T) error) error {
	var failed []error
	for _, thing := range things {
		if err := write(thing); err != nil {
			failed = append(failed, err)
			if away(err) {
				break
			}
		}
	}
	return errors.Join(failed...)
}

// away tells whether an error is the store's as a whole, and the next episode would meet it too.
func away(err error) bool {
	switch fault.CodeOf(err) { //nolint:exhaustive // the others are about one episode
	case fault.Unavailable, fault.Timeout, fault.Cancelled:
		return true
	}
	return false
}

// Writer is the caller on whose behalf episodes of a workspace are written. door is what the audit
// record calls the way by which they reach the graph.
func Writer(workspace, actor, door string) audit.Caller {
	return audit.Caller{Workspace: workspace, Actor: actor, Door: door, Role: access.Writer}
}

// Relation is a relationship that is meant without doubt.
func Relation(from, to graph.ID, t graph.Type) graph.AddRelationshipInput {
	return graph.AddRelationshipInput{
		FromEpisodeID: graph.EpisodeRef(from), ToEpisodeID: graph.EpisodeRef(to), RelationshipType: t, Strength: 1,
	}
}

// fitted is an episode whose texts are no longer than the graph takes.
func fitted(in graph.CreateEpisodeInput) graph.CreateEpisodeInput {
	in.Name = clip.Runes(in.Name, graph.MaxName)
	in.Query, in.Reflection = clip.Bytes(in.Query, graph.MaxQuery), clip.Bytes(in.Reflection, graph.MaxReflection)
	return in
}

// Write makes an episode, its texts cut to what the graph takes, and relates it by what relations gives
// for its id. The same input gives the same episode again. A relationship that cannot be, since somebody deleted the other episode or drew it
// otherwise, is left out with a line in the log.
func (o *Outbox) Write(
	ctx context.Context, m Memory, by audit.Caller, in graph.CreateEpisodeInput, relations func(made graph.ID) []graph.AddRelationshipInput,
) (graph.ID, error) {
	made, err := m.CreateEpisode(ctx, by, fitted(in))
	if err != nil {
		return "", err
	}
	for _, rel := range relations(made.EpisodeID) {
		_, err := m.AddRelationship(ctx, by, rel)
		switch fault.CodeOf(err) {
		case "", fault.AlreadyExists:
		case fault.NotFound, fault.Cycle:
			o.logger.WarnContext(ctx, "an episode stands without a relationship", "key", in.IdempotencyKey, "error", err)
		default:
			return "", err
		}
	}
	return made.EpisodeID, nil
}
