package sqlitestore

import (
	"context"

	"plotline/graph"
)

// admit ends the transaction of a write that the state of its workspace does not admit.
func (q *session) admit(ctx context.Context, ws string) {
	if err := q.residence(ctx, ws).Admit(ctx, ws); err != nil {
		q.fail(err)
	}
}

func (q *session) residence(ctx context.Context, ws string) graph.Residence {
	r, _ := first(ctx, q, getResidence, func(r *graph.Residence) []any {
		return []any{(*string)(&r.State), &r.Move, &r.Place}
	}, ws)
	return r
}

// Residence implements graph.MoveStore.
func (s *Store) Residence(ctx context.Context, ws string) (graph.Residence, error) {
	return read(ctx, s, func(q *session) (graph.Residence, error) {
		return q.residence(ctx, ws), nil
	})
}

// SetResidence implements graph.MoveStore. There is one writer at a time, so no other write is in progress.
func (s *Store) SetResidence(ctx context.Context, ws string, was, now graph.Residence) error {
	return change(ctx, s, func(q *session) error {
		w, there := q.workspace(ctx, ws)
		if !there {
			w.key = q.insert(ctx, insertWorkspace, ws)
		}
		if q.residence(ctx, ws) != was {
			return graph.ResidenceChanged(ws)
		}
		if now.State == graph.Resident {
			q.exec(ctx, clearResidence, w.key)
		} else {
			q.exec(ctx, setResidence, w.key, string(now.State), now.Move, now.Place)
		}
		return nil
	})
}

// Numbers implements graph.MoveStore.
func (s *Store) Numbers(ctx context.Context, ws string) (graph.Numbers, error) {
	return read(ctx, s, func(q *session) (graph.Numbers, error) {
		numbers, _ := first(ctx, q, readNumbers, func(n *graph.Numbers) []any { return []any{&n.Episodes, &n.Last} }, ws)
		return numbers, nil
	})
}
