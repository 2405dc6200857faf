package neo4jstore

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/testing/kit/neo4jtest"
)

// TestEndsFoundOnce checks that a list gets the same verdicts whether its ends are found once or by each statement.
func TestEndsFoundOnce(t *testing.T) {
	t.Parallel()
	once, each, ws := open(t, neo4jtest.LTS), open(t, neo4jtest.LTS), workspace(t, neo4jtest.LTS)
	once.manyEnds = 0
	ids := makeSome(t, once, ws, 4)
	a, b, c, d, unknown := ids[0], ids[1], ids[2], ids[3], graph.NewID()
	stored := []graph.Relationship{link(a, b, graph.Follows), link(b, c, graph.Follows), link(b, a, graph.PartOf), link(a, b, graph.Causes)}
	ends, err := once.AddRelationships(t.Context(), ws, stored)
	ok(t, err)
	again, err := each.AddRelationships(t.Context(), ws, stored) // an earlier attempt of the same call
	ok(t, err)
	if len(ends) != len(stored) || ends[2].From.EpisodeID != b || ends[2].To.EpisodeID != a || !cmp.Equal(ends, again) {
		t.Errorf("ends %+v, again %+v", ends, again)
	}
	got, total, err := each.Relationships(t.Context(), ws, graph.RelationshipQuery{Episode: b, Direction: graph.Both})
	ok(t, err)
	if total != 4 {
		t.Errorf("%d relationships, want 4: %v", total, got)
	}
	for name, list := range map[string][]graph.Relationship{
		"unknown from": {link(c, d, graph.RelatedTo), link(unknown, d, graph.Follows)},
		"unknown to":   {link(c, d, graph.Follows), link(d, unknown, graph.Refines)},
		"unknown both": {link(unknown, graph.NewID(), graph.Contradicts), link(c, d, graph.Follows)},
		"exists":       {link(c, d, graph.RelatedTo), link(a, b, graph.Follows)},
		"exists too":   {link(c, d, graph.Follows), link(b, a, graph.PartOf)},
		"cycle":        {link(c, d, graph.PartOf), link(c, a, graph.Follows)},
		"same ends":    {link(c, d, graph.PartOf), link(d, c, graph.Follows), link(d, d, graph.Follows)},
	} {
		found, want := fault.From(second(once.AddRelationships(t.Context(), ws, list))), fault.From(second(each.AddRelationships(t.Context(), ws, list)))
		if want == nil || found == nil || found.Code != want.Code || found.Details != want.Details || !cmp.Equal(found.Extra, want.Extra) {
			t.Errorf("%s: got %+v, want %+v", name, found, want)
		}
	}
}

// TestEndsOfCancelledCall checks that a call that is cancelled before its ends are found adds nothing.
func TestEndsOfCancelledCall(t *testing.T) {
	t.Parallel()
	s, ws := open(t, neo4jtest.LTS), workspace(t, neo4jtest.LTS)
	s.manyEnds = 0
	ids := makeSome(t, s, ws, 2)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := transact(ctx, s, "add_relationships", func(ctx context.Context, tx neo4j.ManagedTransaction) (struct{}, error) {
		cancel()
		_, _, _, err := addResolved(ctx, s, tx, ws, toAdditions([]graph.Relationship{
			link(ids[0], ids[1], graph.Follows), link(ids[0], ids[1], graph.PartOf),
		}))
		return struct{}{}, err
	})
	if err == nil {
		t.Error("no error")
	}
	_, total, err := s.Relationships(t.Context(), ws, graph.RelationshipQuery{Episode: ids[0], Direction: graph.Both})
	ok(t, err)
	if total != 0 {
		t.Errorf("%d relationships, want none", total)
	}
}
