package neo4jstore

import (
	"context"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
)

// DeleteWorkspace implements graph.DeletionStore. Each call is one transaction, which holds the node of the state. So no
// call deletes what is written after another has reached the end.
func (s *Store) DeleteWorkspace(ctx context.Context, ws string, q graph.DeletionQuery) (graph.Deleted, error) {
	state, err := s.closeForDeletion(ctx, ws, q.Begin)
	if err != nil || state.State == graph.Resident {
		return graph.Deleted{Done: true}, err
	}
	s.languages.put(ws, graph.IndexingState{}) // the new workspace chooses its own
	return transact(ctx, s, "delete_workspace", func(ctx context.Context, tx neo4j.ManagedTransaction) (graph.Deleted, error) {
		found, err := within(ctx, tx, holdResidence.with(params{"workspace": ws, "attempt": newMark()}), decodeResidence)
		if err != nil {
			return graph.Deleted{}, err
		}
		if found == (graph.Residence{}) { // another caller has reached the end
			return graph.Deleted{Done: true}, s.writeState(ctx, tx, ws, found)
		}
		if found != state {
			return graph.Deleted{}, graph.ResidenceChanged(ws)
		}
		out, err := deleteSome(ctx, tx, ws, q.Limit)
		if err != nil || !out.Done {
			return out, err
		}
		return out, s.finishDeletion(ctx, tx, ws, state)
	})
}

// closeForDeletion returns the state in which the workspace is deleted, or that of one that is not.
func (s *Store) closeForDeletion(ctx context.Context, ws string, begin bool) (graph.Residence, error) {
	state, err := s.Residence(ctx, ws)
	if err != nil {
		return state, err
	}
	if err := state.CheckDeletable(ws); err != nil {
		return state, err
	}
	if state.State != graph.Resident || !begin {
		return state, nil
	}
	return graph.Deletion, s.SetResidence(ctx, ws, state, graph.Deletion)
}

func deletedOf(r *row) (int, error) { return int(r.integer("deleted")), nil }

// deleteSome deletes a part of a workspace: of the types one after the other, because each has its own index.
func deleteSome(ctx context.Context, tx neo4j.ManagedTransaction, ws string, limit int) (graph.Deleted, error) {
	var out graph.Deleted
	for _, t := range graph.Types() {
		n, err := within(ctx, tx, deleteRelationships.of(graph.Both, t).with(params{
			"workspace": ws, "attempt": newMark(), "limit": limit - out.Relationships,
		}), deletedOf)
		if err != nil {
			return out, err
		}
		if out.Relationships += n; out.Relationships == limit {
			return out, nil
		}
	}
	if out.Relationships > 0 {
		return out, nil
	}
	var err error
	out.Episodes, err = within(ctx, tx, deleteEpisodes.with(params{"workspace": ws, "attempt": newMark(), "limit": limit}), deletedOf)
	if err != nil || out.Episodes > 0 {
		return out, err
	}
	numbers, err := within(ctx, tx, deleteNumbers.with(params{"workspace": ws, "limit": limit}), deletedOf)
	if err != nil || numbers > 0 {
		return out, err
	}
	parts, err := within(ctx, tx, deleteParts.with(params{"workspace": ws, "limit": limit}), deletedOf)
	out.Done = parts == 0
	return out, err
}

// finishDeletion deletes what a workspace has besides episodes and relationships, and admits writes again.
func (s *Store) finishDeletion(ctx context.Context, tx neo4j.ManagedTransaction, ws string, state graph.Residence) error {
	_, err := within(ctx, tx, resetWorkspace.with(params{"workspace": ws}), nothing)
	if err != nil || state.State == graph.Gone {
		return err
	}
	return s.writeState(ctx, tx, ws, graph.Residence{})
}
