package moving_test

import (
	"context"
	"fmt"
	"testing"

	"plotline/graph"
	"plotline/graph/moving"
	"plotline/internal/fault"
)

// small is a store whose database takes few items at once.
type small struct {
	graph.Store

	most int
}

func (s small) check(items int) error {
	if items > s.most {
		return fault.New(fault.Unavailable, "too little memory").Because(graph.ErrTooMuch)
	}
	return nil
}

func (s small) CreateEpisodes(ctx context.Context, ws string, b graph.Batch) (graph.Created, error) {
	if err := s.check(len(b.Episodes)); err != nil {
		return graph.Created{}, err
	}
	return s.Store.CreateEpisodes(ctx, ws, b)
}

func (s small) AddRelationships(ctx context.Context, ws string, list []graph.Relationship) ([]graph.Ends, error) {
	if err := s.check(len(list)); err != nil {
		return nil, err
	}
	return s.Store.AddRelationships(ctx, ws, list)
}

// TestMoveAdapts checks that a move to a database with too little memory for a page of items stores parts of it.
func TestMoveAdapts(t *testing.T) {
	t.Parallel()
	for most, code := range map[int]fault.Code{3: "", 1: "", 0: fault.Unavailable} {
		from, to := embedded(t).open(t), embedded(t).open(t)
		var batch graph.Batch
		for i := range 40 {
			batch.Episodes = append(batch.Episodes, newEpisode())
			if i > 0 {
				batch.Relationships = append(batch.Relationships, graph.NewRelationship{
					Relationship: graph.Relationship{ID: graph.NewID(), Type: graph.Follows, Strength: 1},
					FromEnd:      graph.End{Item: i - 1}, ToEnd: graph.End{Item: i},
				})
			}
		}
		_, err := from.CreateEpisodes(t.Context(), "a", batch)
		ok(t, err)
		source, target := moving.End{Store: from, Workspace: "a", Place: "here"}, moving.End{Store: to, Workspace: "b", Place: "there"}
		want := exportOf(t, source)
		_, err = moving.Move(t.Context(), runner, source, moving.End{Store: small{to, most}, Workspace: "b", Place: "there"})
		if got := fault.CodeOf(err); got != code {
			t.Errorf("at most %d: %v", most, err)
		}
		if code == "" {
			same(t, fmt.Sprintf("at most %d", most), want, exportOf(t, target))
		}
	}
}
