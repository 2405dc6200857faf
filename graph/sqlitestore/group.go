package sqlitestore

import (
	"context"
	"errors"
	"slices"

	"plotline/graph"
	"plotline/graph/groupcommit"
	"plotline/internal/sharing"
)

// mostInGroup limits the calls that share a transaction, because other processes wait for it.
const mostInGroup = 32

// mostOfPayer limits those of one workspace, and of one credential, while others wait.
const mostOfPayer = 8

// work is what one caller does in a transaction that it may share: it adds a relationship, or something else. It runs
// again if another caller's error rolled the transaction back.
type work struct {
	do    func(ctx context.Context, q *session) error
	ws    string
	payer string              // the credential, or the workspace if there is none
	add   *graph.Relationship // if set, do is nil
	ends  *graph.Ends         // of add, set once it is added
	how   attempt             // of add
}

// writeGrouped is write for short work. Calls that wait at the same time share a transaction. Making it durable is most
// of the cost of a small write, so they share that too.
func writeGrouped[T any](ctx context.Context, s *Store, ws string, do func(context.Context, *session) (T, error)) (T, error) {
	var out, none T
	err := s.inGroup(ctx, work{ws: ws, do: func(ctx context.Context, q *session) (err error) {
		out, err = do(ctx, q)
		return err
	}})
	if err != nil {
		return none, err
	}
	return out, nil
}

func (s *Store) inGroup(ctx context.Context, w work) error {
	w.payer = sharing.PayersOf(ctx, w.ws)[0]
	verdict, err := s.writes.Do(ctx, struct{}{}, w)
	if err == nil {
		err = verdict
	}
	if err != nil {
		return s.translate(ctx, err)
	}
	return nil
}

// commitGroup runs the work of several callers in one transaction, and returns the verdict of each, or of the first
// ones if the transaction looked at as many episodes as it may. Any other error rolls back the whole transaction. Then
// each caller's work runs alone.
func (s *Store) commitGroup(ctx context.Context, _ struct{}, list []work) ([]error, error) {
	var verdicts []error
	began := false
	_, err := transact(ctx, s, writing, func(q *session) (struct{}, error) {
		began = true
		verdicts = q.workOff(ctx, list)
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

// workOff runs the work of a group, and returns the verdict of each member that had its turn. Relationships of one
// workspace share what they read. A relationship that is refused leaves nothing behind, so it needs no savepoint. Other
// work needs one, unless it is alone: if that is refused, so is the transaction.
func (q *session) workOff(ctx context.Context, list []work) []error {
	if len(list) == 1 && list[0].add == nil {
		return []error{list[0].do(ctx, q)}
	}
	verdicts := make([]error, 0, len(list))
	adders := map[string]*adder{}
	for i, w := range list {
		if i > 0 && q.isTired() {
			break
		}
		if w.add == nil {
			verdicts = append(verdicts, q.inSavepoint(ctx, w.do))
			continue
		}
		if err := q.begin(w.ws, w.how, 1); err != nil && w.add.Type.Ordering() {
			verdicts = append(verdicts, err)
			continue
		}
		a := adders[w.ws]
		if a == nil {
			a = newAdder(ctx, q, w.ws, additionsTo(w.ws, list[i:]))
			adders[w.ws] = a
		}
		switch _, verdict := a.add(ctx, *w.add); {
		case q.over:
			verdicts = append(verdicts, &longSearchError{q.mark(ctx)})
		case verdict != nil:
			verdicts = append(verdicts, verdict)
		default:
			*w.ends = a.ends(*w.add)
			verdicts = append(verdicts, nil)
		}
	}
	q.room = -1
	for _, a := range adders {
		a.finish(ctx)
	}
	return verdicts
}

// additionsTo lists the relationships that a group adds to one workspace.
func additionsTo(ws string, list []work) []graph.Relationship {
	var rels []graph.Relationship
	for _, w := range list {
		if w.add != nil && w.ws == ws {
			rels = append(rels, *w.add)
		}
	}
	return rels
}

// inSavepoint runs one caller's work in a savepoint. A verdict undoes only that work.
func (q *session) inSavepoint(ctx context.Context, do func(context.Context, *session) error) error {
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
	if len(verdicts) == 0 || slices.Contains(verdicts, nil) {
		return nil
	}
	return verdicts[0]
}
