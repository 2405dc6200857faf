package sqlitestore

import (
	"context"
	"errors"

	"plotline/graph/groupcommit"
)

// mostInGroup bounds how long one transaction keeps other processes waiting.
const mostInGroup = 32

// work is what a caller does in a transaction that it may share. It is run again where another's
// failure has undone it.
type work = func(ctx context.Context, q *session) error

// gathered is write for what is soon done: it shares a transaction with what waits beside it, and so
// the price of making that durable, which is most of a small write's.
func gathered[T any](ctx context.Context, s *Store, do func(context.Context, *session) (T, error)) (T, error) {
	var out, none T
	verdict, err := s.writes.Do(ctx, struct{}{}, func(ctx context.Context, q *session) (err error) {
		out, err = do(ctx, q)
		return err
	})
	if err == nil {
		err = verdict
	}
	if err != nil {
		return none, s.translate(ctx, err)
	}
	return out, nil
}

// commitGroup runs what several callers do in one transaction, and gives each its own verdict. What
// fails by more than a verdict undoes the whole, and then each is tried alone.
func (s *Store) commitGroup(ctx context.Context, _ struct{}, list []work) ([]error, error) {
	verdicts, began := make([]error, len(list)), false
	_, err := transact(ctx, s, writing, func(q *session) (struct{}, error) {
		began = true
		if len(list) == 1 {
			verdicts[0] = list[0](ctx, q)
			return struct{}{}, verdicts[0]
		}
		for i, do := range list {
			verdicts[i] = q.aside(ctx, do)
		}
		return struct{}{}, nothingStored(verdicts)
	})
	switch {
	case err == nil, errors.Is(err, nothingStored(verdicts)):
		return verdicts, nil
	case began && len(list) > 1:
		return nil, errors.Join(groupcommit.ErrApart, err)
	}
	return nil, err
}

// aside runs one caller's work so that a verdict against it undoes that alone.
func (q *session) aside(ctx context.Context, do work) error {
	q.exec(ctx, savepoint)
	verdict := do(ctx, q)
	if verdict != nil {
		q.exec(ctx, rollbackTo)
	}
	q.exec(ctx, release)
	return verdict
}

// nothingStored is one of the verdicts when all are against, so that nothing need be made durable.
func nothingStored(verdicts []error) error {
	for _, verdict := range verdicts {
		if verdict == nil {
			return nil
		}
	}
	return verdicts[0]
}
