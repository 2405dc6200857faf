package moving_test

import (
	"errors"
	"testing"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/graph/moving"
	"plotline/internal/fault"
	"plotline/testing/kit/neo4jtest"
)

// TestDeletionAndMove checks that a workspace is not deleted while it moves and does not move while it is deleted, and that
// the old place still names the new one after its copy was deleted.
func TestDeletionAndMove(t *testing.T) {
	t.Parallel()
	for name, store := range map[string]place{"embedded": embedded(t), "neo4j": onNeo4j(neo4jtest.LTS)(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			one, other := store.open(t), embedded(t).open(t)
			from, to := moving.End{Store: one, Workspace: graphtest.Workspace(), Place: "here"}, moving.End{Store: other, Workspace: "a", Place: "there"}
			deletePart := func(end moving.End, begin bool) (graph.Deleted, error) {
				return end.Store.DeleteWorkspace(t.Context(), end.Workspace, graph.DeletionQuery{Begin: begin, Limit: 1})
			}
			ok(t, create(t, from, 2))
			if err := (mover{from: from, to: to}).living(&life{left: 4}).move(t); !errors.Is(err, errKilled) {
				t.Fatal(err)
			}
			for _, end := range []moving.End{from, to} {
				_, err := deletePart(end, true)
				refuses(t, "a deletion during a move of "+end.Place, err, fault.Conflict, "is being moved")
			}
			_, err := moving.Move(t.Context(), runner, from, to)
			ok(t, err)
			_, err = deletePart(from, true)
			ok(t, err)
			refuses(t, "a write to the old place", create(t, from, 2), fault.Conflict, "was moved")
			_, err = deletePart(to, true)
			ok(t, err)
			_, err = moving.Move(t.Context(), runner, to, moving.End{Store: one, Workspace: from.Workspace + "-new", Place: "elsewhere"})
			refuses(t, "a move during a deletion", err, fault.Unavailable, "is being deleted")
			refuses(t, "the end of a move during a deletion", moving.Cancel(t.Context(), to, nil), fault.Unavailable, "is being deleted")
		})
	}
}
