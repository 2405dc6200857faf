package sqlitestore

import (
	"context"

	"plotline/graph"
)

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
	q.exec(ctx, clearJournal, workspace)
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
