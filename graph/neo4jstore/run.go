package neo4jstore

import (
	"context"
	"errors"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/internal/pause"
)

// run runs one statement in one transaction and returns what decode makes of its only row. One that reads takes one round
// trip. One that writes takes two, and an error of decode rolls it back: ExecuteQuery sends BEGIN together with the
// statement, and then the commit.
func run[T any](ctx context.Context, s *Store, q query, decode func(*row) (T, error)) (T, error) {
	ctx, cancel := s.limited(ctx)
	defer cancel()
	if err := s.ready(ctx); err != nil {
		var none T
		return none, err
	}
	return exec(ctx, s, q, decode)
}

// exec is run for the calls that make the store ready.
func exec[T any](ctx context.Context, s *Store, q query, decode func(*row) (T, error)) (T, error) {
	s.observe(q)
	if q.effect == reads {
		return attempt(ctx, s, reads, func(sent *bool) (T, error) { return readAlone(ctx, s, q, &answer[T]{decode: decode, sent: sent}) })
	}
	behind := func(ctx context.Context, tx neo4j.ManagedTransaction) (T, error) { return within(ctx, tx, q, decode) }
	if checked[q.name] && graph.MoveOf(ctx) != "" {
		return writeMoving(ctx, s, workspaceOf(q), q.effect, behind)
	}
	out, err := attempt(ctx, s, q.effect, func(sent *bool) (T, error) {
		single := func() neo4j.ResultTransformer[T] { return &answer[T]{decode: decode, sent: sent} }
		return neo4j.ExecuteQuery(ctx, s.driver, q.text, q.params, single,
			neo4j.ExecuteQueryWithDatabase(s.database), neo4j.ExecuteQueryWithTransactionConfig(transaction(ctx, q.meta)))
	})
	if errors.Is(err, errMoving) {
		return writeMoving(ctx, s, workspaceOf(q), q.effect, behind)
	}
	return out, err
}

// readAlone runs a statement in an auto-commit transaction. The server commits it when the answer ends, so an error of the
// commit comes with the summary. Nothing was written that such an error could put in doubt.
func readAlone[T any](ctx context.Context, s *Store, q query, a *answer[T]) (T, error) {
	var none T
	session := s.session(ctx, neo4j.AccessModeRead)
	defer func() { _ = session.Close(ctx) }() // it only repeats the error of the result
	result, err := session.Run(ctx, q.text, q.params, transaction(ctx, q.meta))
	if err != nil {
		return none, err
	}
	for result.Next(ctx) {
		if err := a.Accept(result.Record()); err != nil {
			return none, err
		}
	}
	summary, err := result.Consume(ctx)
	if err != nil {
		return none, err
	}
	return a.Complete(nil, summary)
}

// session opens a session. All sessions share the bookmarks of ExecuteQuery, so that each sees what another has written.
func (s *Store) session(ctx context.Context, mode neo4j.AccessMode) neo4j.SessionWithContext {
	return s.driver.NewSession(ctx, neo4j.SessionConfig{
		DatabaseName: s.database, AccessMode: mode, BookmarkManager: s.driver.ExecuteQueryBookmarkManager(),
	})
}

// workspaceOf returns the workspace that a query writes to.
func workspaceOf(q query) string {
	ws, _ := q.params["workspace"].(string)
	return ws
}

// transact runs several statements that add, in one managed transaction. An error of work rolls it back. A failed
// attempt runs work again as a whole, so work must start afresh each time.
func transact[T any](
	ctx context.Context, s *Store, op string, work func(context.Context, neo4j.ManagedTransaction) (T, error),
) (T, error) {
	return transactAs(ctx, s, op, adds, work)
}

// transactAs is transact for statements of any effect that write.
func transactAs[T any](
	ctx context.Context, s *Store, op string, e effect, work func(context.Context, neo4j.ManagedTransaction) (T, error),
) (T, error) {
	ctx, cancel := s.limited(ctx)
	defer cancel()
	if err := s.ready(ctx); err != nil {
		var none T
		return none, err
	}
	return attempt(ctx, s, e, func(sent *bool) (result T, err error) {
		session := s.session(ctx, neo4j.AccessModeWrite)
		defer func() { _ = session.Close(ctx) }() // it only repeats the transaction's error
		_, err = session.ExecuteWrite(ctx, func(tx neo4j.ManagedTransaction) (any, error) {
			result, err = work(ctx, tx)
			*sent = err == nil
			return nil, err
		}, transaction(ctx, meta(op)))
		return result, err
	})
}

// within runs one statement in a transaction.
func within[T any](
	ctx context.Context, tx neo4j.ManagedTransaction, q query, decode func(*row) (T, error),
) (T, error) {
	var none T
	text := q.text
	if isUnchecked(ctx) {
		text = q.plain
	}
	result, err := tx.Run(ctx, text, q.params)
	if err != nil {
		return none, err
	}
	records, err := result.Collect(ctx)
	if err != nil {
		return none, err
	}
	summary, err := result.Consume(ctx)
	if err != nil {
		return none, err
	}
	var first *neo4j.Record
	if len(records) > 0 {
		first = records[0]
	}
	return decodeRow(first, summary, decode)
}

// observe passes a statement to Config.Observe.
func (s *Store) observe(q query) {
	if s.config.Observe != nil {
		s.config.Observe(q.text, q.params)
	}
}

// answer keeps the first record of a result and decodes it at the end.
type answer[T any] struct {
	decode func(*row) (T, error)
	record *neo4j.Record
	sent   *bool // see attempt
}

// Accept keeps the first record.
func (a *answer[T]) Accept(record *neo4j.Record) error {
	if a.record == nil {
		a.record = record
	}
	return nil
}

// Complete decodes the record.
func (a *answer[T]) Complete(_ []string, summary neo4j.ResultSummary) (T, error) {
	out, err := decodeRow(a.record, summary, a.decode)
	*a.sent = err == nil
	return out, err
}

// limited gives every call a deadline. Without one, the driver does not notice that a context ends while it waits for
// an answer.
func (s *Store) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, s.config.QueryTimeout)
}

// transaction sets a transaction's metadata and time limit on the server.
func transaction(ctx context.Context, meta map[string]any) func(*neo4j.TransactionConfig) {
	return func(c *neo4j.TransactionConfig) {
		c.Metadata = meta
		if deadline, ok := ctx.Deadline(); ok {
			c.Timeout = max(time.Until(deadline), time.Millisecond)
		}
	}
}

// attempt runs work until it succeeds or a retry is of no use. It translates the error for callers. work sets sent when
// only the commit is left: the driver does not tell a context that ended during a commit from one that ended before.
func attempt[T any](ctx context.Context, s *Store, e effect, work func(sent *bool) (T, error)) (T, error) {
	var none T
	lost := false
	start := time.Now()
	for try := 1; ; try++ {
		if s.closed.Load() {
			return none, closed()
		}
		sent := false
		result, err := inSlot(ctx, s, func() (T, error) { return work(&sent) })
		if err == nil {
			return result, nil
		}
		err = cause(err)
		_, commit := connectionLost(err)
		c := code(err)
		lost = lost || e != reads && sent && (commit || c == codeCommitFailed || ctx.Err() != nil && c == "")
		wait, again := s.shouldRetry(err, e, try, time.Since(start))
		if !again || !pause.For(ctx, wait) {
			if reason := s.foreignReason(ctx, err); reason != nil && !lost {
				return none, reason
			}
			return none, s.translate(ctx, lost, err)
		}
	}
}

// inSlot runs work while it holds a slot. There is one slot for each connection.
func inSlot[T any](ctx context.Context, s *Store, work func() (T, error)) (T, error) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
		return work()
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
