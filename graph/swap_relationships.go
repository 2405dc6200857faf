package graph

import (
	"context"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// MaxSwapped is how many relationships a call swaps, and how many it suggests.
const MaxSwapped = 1000

// SwapOutput lists relationships that were swapped, or that may be.
type SwapOutput struct {
	Relationships []ReadRelationship `json:"relationships"`
	Count         int                `json:"count"`
}

// ReadRelationship is a relationship in words.
type ReadRelationship struct {
	RelationshipID ID     `json:"relationship_id"`
	Reads          string `json:"reads"`
}

func swapOutput(rels []Relationship, ends []Ends) SwapOutput {
	out := SwapOutput{make([]ReadRelationship, len(rels)), len(rels)}
	for i, rel := range rels {
		out.Relationships[i] = ReadRelationship{rel.ID, reads(rel.Type, ends[i])}
	}
	return out
}

// SwapRelationships exchanges the ends of relationships, all or nothing. See Store.SwapRelationships.
func (s *Service) SwapRelationships(ctx context.Context, by audit.Caller, ids []ID) (SwapOutput, error) {
	return usecase.Do(ctx, s.runner, by, opSwapRelationships, struct{}{}, func(ctx context.Context, note *usecase.Note) (SwapOutput, error) {
		ids := unique(ids)
		if len(ids) == 0 || len(ids) > MaxSwapped {
			return SwapOutput{}, fault.Invalid("between 1 and %d relationships can be swapped at once, got %d", MaxSwapped, len(ids))
		}
		note.IDs(texts(ids...)...)
		rels, ends, err := s.store.SwapRelationships(ctx, by.Workspace, ids)
		if err != nil {
			return SwapOutput{}, s.addCycleNames(ctx, by.Workspace, err, Batch{})
		}
		return swapOutput(rels, ends), nil
	})
}

// SuggestSwaps lists the relationships that the dates of their ends speak against, as they are, at most MaxSwapped.
func (s *Service) SuggestSwaps(ctx context.Context, by audit.Caller) (SwapOutput, error) {
	return usecase.Do(ctx, s.runner, by, opSuggestSwaps, struct{}{}, func(ctx context.Context, _ *usecase.Note) (SwapOutput, error) {
		rels, ends, err := s.store.BackwardRelationships(ctx, by.Workspace, MaxSwapped)
		return swapOutput(rels, ends), err
	})
}
