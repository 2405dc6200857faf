package sqlitestore

import (
	"context"

	"plotline/graph"
)

// maxRemoved is how many relationships of a deleted episode a transaction removes, because other writers wait for it.
const maxRemoved = 1_000

// hideRelationships hides the relationships of an episode that is being deleted, and returns their number. Orders that they
// are part of are computed anew.
func (q *session) hideRelationships(ctx context.Context, e node) int {
	degrees := graph.Degrees{}
	q.countDegrees(ctx, e.key, degrees)
	for _, t := range orderingTypes {
		if degrees[t].Outgoing > 0 {
			q.exec(ctx, putOrderState, orderingOf(e.workspace, t), unknown, "", 0)
		}
	}
	q.exec(ctx, insertDeleted, e.key)
	return degrees.Total()
}

// removeHidden removes the hidden relationships of deleted episodes until none is left, or ctx ends. Then the settler goes
// on, and after that the next program that opens the file.
func (s *Store) removeHidden(ctx context.Context) {
	for {
		if did, err := s.removeSome(ctx); err != nil || !did {
			break
		}
	}
	s.settler.wake(s) //nolint:contextcheck // it works on after the call
}

// removeSome removes some hidden relationships of a deleted episode. It reports whether there was something to do.
func (s *Store) removeSome(ctx context.Context) (did bool, err error) {
	return write(ctx, s, func(q *session) (bool, error) {
		key := q.number(ctx, findDeleted)
		if key == 0 {
			return false, nil
		}
		n := int(q.exec(ctx, deleteHidden, key, s.removed))
		if n < s.removed {
			q.exec(ctx, dropDeleted, key)
		}
		return n > 0 || n < s.removed, nil
	})
}

// DeleteWorkspace implements graph.DeletionStore. There is one writer at a time, so no other write is in progress.
func (s *Store) DeleteWorkspace(ctx context.Context, ws string, query graph.DeletionQuery) (graph.Deleted, error) {
	return write(ctx, s, func(q *session) (graph.Deleted, error) {
		w, there := q.workspace(ctx, ws)
		if !there {
			return graph.Deleted{Done: true}, nil
		}
		state := q.residence(ctx, ws)
		if err := state.CheckDeletable(ws); err != nil {
			return graph.Deleted{}, err
		}
		if state.State == graph.Resident {
			if !query.Begin {
				return graph.Deleted{Done: true}, nil
			}
			q.exec(ctx, setResidence, w.key, string(graph.Deletion.State), graph.Deletion.Move, graph.Deletion.Place)
		}
		out := q.deleteSome(ctx, w.key, query.Limit)
		if out.Done {
			q.resetWorkspace(ctx, ws, w.key)
			if state.State != graph.Gone {
				q.exec(ctx, clearResidence, w.key)
			}
		}
		return out, nil
	})
}

// deleteSome deletes a part of a workspace. The triggers leave notes about relationships, which nobody needs. Nobody
// computes an order whose state is cyclic.
func (q *session) deleteSome(ctx context.Context, workspace int64, limit int) graph.Deleted {
	for _, ordering := range orderings(workspace) {
		q.exec(ctx, putOrderState, ordering, cyclic, "", 0)
	}
	if n := q.exec(ctx, deleteRelationships, workspace, limit); n > 0 {
		for _, ordering := range orderings(workspace) {
			q.exec(ctx, clearNotes, ordering)
		}
		q.exec(ctx, countDeleted, workspace, 0)
		return graph.Deleted{Relationships: int(n)}
	}
	if n := q.deleteEpisodes(ctx, workspace, limit); n > 0 {
		return graph.Deleted{Episodes: n}
	}
	return graph.Deleted{Done: q.exec(ctx, deleteNumbers, workspace, limit) == 0}
}

func (q *session) deleteEpisodes(ctx context.Context, workspace int64, limit int) int {
	keys := all(ctx, q, pageKeys, func(key *int64) []any { return []any{key} }, workspace, limit)
	if len(keys) == 0 {
		return 0
	}
	some := list(keys)
	for _, st := range []*statement{deleteTagsOf, deleteTextsOf, deleteTermsOf, deleteVectorsIn} {
		q.exec(ctx, st, some)
	}
	q.exec(ctx, deleteWaitingIn, workspace, some)
	q.exec(ctx, deleteEpisodes, some)
	q.exec(ctx, countDeleted, workspace, len(keys))
	return len(keys)
}

// resetWorkspace deletes what a workspace has besides episodes and relationships.
func (q *session) resetWorkspace(ctx context.Context, ws string, workspace int64) {
	m := q.models(ctx, ws)
	q.deleteModel(ctx, m.use)
	q.deleteModel(ctx, m.next)
	for _, ordering := range orderings(workspace) {
		q.exec(ctx, clearNotes, ordering)
		q.exec(ctx, deleteOrderState, ordering)
	}
	q.exec(ctx, resetWorkspace, workspace)
}

// orderings returns the keys of a workspace's orders.
func orderings(workspace int64) [len(orderingTypes)]int64 {
	var keys [len(orderingTypes)]int64
	for i, t := range orderingTypes {
		keys[i] = orderingOf(workspace, t)
	}
	return keys
}
