package neo4jstore

import (
	"context"
	"errors"
	"regexp"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/internal/pause"
)

// checked are the statements that change the graph. Each takes a lock first, and then fails if its workspace has a node
// that says where it lives. The division by zero is the only failure that a statement can cause itself.
var checked = map[string]bool{
	"create_episodes": true, "create_new": true, "replace_episode": true, "delete_episode": true, "hide_episode": true,
	"add_ordering": true, "add_other": true, "update_relationship": true, "remove_relationship": true,
}

var firstLock = regexp.MustCompile(`(?m)^SET (\w+)\.holder = \$\w+\s+WITH `)

// withCheck inserts the check of that node after the locks.
func withCheck(text string) string {
	at := firstLock.FindStringSubmatchIndex(text)
	end := at[1] - len("WITH ")
	return text[:end] + "FOREACH (_ IN CASE WHEN EXISTS { (:PlotlineLock {workspace: $workspace, type: 'MOVE'}) } " +
		"THEN [1 / (size($workspace) - size($workspace))] ELSE [] END | SET " + text[at[2]:at[3]] + ".moving = null)\n" + text[end:]
}

// errMoving reports a write to a workspace that may be moving.
var errMoving = fault.New(fault.Unavailable, "The workspace is being moved; try again in a moment")

// transactIn is transact for statements that check where their workspace lives.
func transactIn[T any](
	ctx context.Context, s *Store, ws, op string, e effect, work func(context.Context, neo4j.ManagedTransaction) (T, error),
) (T, error) {
	if graph.MoveOf(ctx) == "" {
		out, err := transactAs(ctx, s, op, e, work)
		if !errors.Is(err, errMoving) {
			return out, err
		}
	}
	return writeMoving(ctx, s, ws, e, work)
}

// passes limits the attempts of a write whose workspace changes its state.
const passes = 20

// writeMoving repeats a write that failed by errMoving, if the state of the workspace admits it. At the end, while the locks
// of the write are held, the state must be the same.
func writeMoving[T any](
	ctx context.Context, s *Store, ws string, e effect, work func(context.Context, neo4j.ManagedTransaction) (T, error),
) (T, error) {
	ctx, cancel := s.limited(ctx)
	defer cancel()
	var none T
	for try := 1; try <= passes && (try == 1 || pause.For(ctx, backoff(try))); try++ {
		state, err := run(ctx, s, getResidence.with(params{"workspace": ws}), decodeResidence)
		if err != nil {
			return none, err
		}
		if err := state.Admit(ctx, ws); err != nil {
			return none, err
		}
		out, err := attempt(ctx, s, e, func(sent *bool) (T, error) { return writeIn(ctx, s, ws, state, sent, work) })
		if !errors.Is(err, errMoving) {
			return out, err
		}
	}
	return none, errMoving
}

type uncheckedKey struct{}

// isUnchecked reports whether statements run without the check of moves.
func isUnchecked(ctx context.Context) bool { return ctx.Value(uncheckedKey{}) != nil }

func writeIn[T any](
	ctx context.Context, s *Store, ws string, state graph.Residence, sent *bool,
	work func(context.Context, neo4j.ManagedTransaction) (T, error),
) (result T, err error) {
	session := s.session(ctx, neo4j.AccessModeWrite)
	defer func() { _ = session.Close(ctx) }() // it only repeats the transaction's error
	_, err = session.ExecuteWrite(ctx, func(tx neo4j.ManagedTransaction) (any, error) {
		if result, err = work(context.WithValue(ctx, uncheckedKey{}, true), tx); err != nil {
			return nil, err
		}
		now, err := within(ctx, tx, getResidence.with(params{"workspace": ws}), decodeResidence)
		if err == nil && now != state {
			err = errMoving
		}
		*sent = err == nil
		return nil, err
	}, transaction(ctx, meta("move")))
	return result, err
}
