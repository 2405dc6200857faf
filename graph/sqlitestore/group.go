package sqlitestore

import (
	"context"
	"errors"

	"plotline/graph/groupcommit"
)

// mostInGroup limits the calls that share a transaction, because other processes wait for it.
const mostInGroup = 32

// work is what one caller does in a transaction that it may share. It runs again if another caller's error rolled the
// transaction back.
type work = func(ctx context.Context, q *session) error

// writeGrouped is write for short work. Calls that wait at the same time share a transaction. Making it durable is most
// of the cost of a small write, so they share that too.
func writeGrouped[T any](ctx context.Context, s *Store, do func(context.Context, *session) (T, error)) (T, error) {
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

// commitGroup runs the work of several callers in one transaction, and returns the verdict of each. Any other error
// rolls back the whole transaction. Then each caller's work runs alone.
func (s *Store) commitGroup(ctx context.Context, _ struct{}, list []work) ([]error, error) {
	verdicts, began := make([]error, len(list)), false
	_, err := transact(ctx, s, writing, func(q *session) (struct{}, error) {
		began = true
		if len(list) == 1 {
			verdicts[0] = list[0](ctx, q)
			return struct{}{}, verdicts[0]
		}
		for i, do := range list {
			verdicts[i] = q.inSavepoint(ctx, do)
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

// inSavepoint runs one caller's work in a savepoint. A verdict undoes only that work.
func (q *session) inSavepoint(ctx context.Context, do work) error {
	q.exec(ctx, savepoint)
	verdict := do(ctx, q)
	if verdict != nil {
		q.exec(ctx, rollbackTo)
	}
	q.exec(ctx, release)
	return verdict
}

// nothingStored returns the first verdict if every work failed, so that an empty transaction is not committed.
// Otherwise it returns nil.
func nothingStored(verdicts []error) error {
	for _, verdict := range verdicts {
		if verdict == nil {
			return nil
		}
	}
	return verdicts[0]
}
