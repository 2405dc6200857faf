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

// writeMoving repeats a write that failed by errMoving, if the state of the workspace admits it. It writes the journal of a
// workspace that is leaving. At the end, while the locks of the write are held, the state must be the same.
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
		out, err := attempt(ctx, s, e, func(sent *bool) (T, error) { return passOnce(ctx, s, ws, state, sent, work) })
		if !errors.Is(err, errMoving) {
			return out, err
		}
	}
	return none, errMoving
}

// pass collects what a transaction of writeMoving changes.
type pass struct {
	changed []graph.JournalEntry
}

type passKey struct{}

func passOf(ctx context.Context) *pass {
	p, _ := ctx.Value(passKey{}).(*pass)
	return p
}

func passOnce[T any](
	ctx context.Context, s *Store, ws string, state graph.Residence, sent *bool,
	work func(context.Context, neo4j.ManagedTransaction) (T, error),
) (result T, err error) {
	session := s.session(ctx, neo4j.AccessModeWrite)
	defer func() { _ = session.Close(ctx) }() // it only repeats the transaction's error
	_, err = session.ExecuteWrite(ctx, func(tx neo4j.ManagedTransaction) (any, error) {
		p := &pass{}
		if result, err = work(context.WithValue(ctx, passKey{}, p), tx); err != nil {
			return nil, err
		}
		if state.State == graph.Leaving && len(p.changed) > 0 {
			if _, err := within(ctx, tx, writeJournal.with(params{"workspace": ws, "entries": journalItems(p.changed)}), nothing); err != nil {
				return nil, err
			}
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

// note records what a statement may change, and returns the text without the check.
func (p *pass) note(q query) string {
	add := func(id any, relationship bool) {
		if id, is := id.(string); is {
			p.changed = append(p.changed, graph.JournalEntry{ID: graph.ID(id), Relationship: relationship})
		}
	}
	add(q.params["episode_id"], false)
	add(q.params["id"], true)
	created, _ := q.params["episodes"].([]any) // the ends of added relationships are strings, and do not change
	for _, item := range created {
		if fields, is := item.(map[string]any); is {
			add(fields["episode_id"], false)
		}
	}
	added, _ := q.params["relationships"].([]string)
	for _, id := range added {
		add(id, true)
	}
	return q.plain
}

func journalItems(changed []graph.JournalEntry) []any {
	items := make([]any, len(changed))
	for i, e := range changed {
		items[i] = map[string]any{"type": "JOURNAL " + newMark(), "relationship": e.Relationship, "id": string(e.ID)}
	}
	return items
}
