package moving_test

import (
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
			refuses := func(what string, err error, code fault.Code) {
				t.Helper()
				if fault.CodeOf(err) != code {
					t.Errorf("%s: %v", what, err)
				}
			}
			ok(t, create(t, one, from.Workspace, 2))
			func() {
				defer func() { _ = recover() }()
				_, _ = moving.Move(t.Context(), from, to, func(step string) {
					if step == "go" {
						panic(killed{})
					}
				})
			}()
			for _, end := range []moving.End{from, to} {
				_, err := deletePart(end, true)
				refuses("a deletion during a move of "+end.Place, err, fault.Conflict)
			}
			_, err := moving.Move(t.Context(), from, to, nil)
			ok(t, err)
			for done := false; !done; {
				got, err := deletePart(from, true)
				ok(t, err)
				done = got.Done
			}
			refuses("a write to the old place", create(t, one, from.Workspace, 2), fault.Conflict)
			_, err = deletePart(to, true)
			ok(t, err)
			_, err = moving.Move(t.Context(), to, moving.End{Store: one, Workspace: from.Workspace + "-new", Place: "elsewhere"}, nil)
			refuses("a move during a deletion", err, fault.Unavailable)
			refuses("the end of a move during a deletion", moving.Cancel(t.Context(), to), fault.Unavailable)
		})
	}
}
