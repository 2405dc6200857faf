package neo4jstore

import (
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/testing/kit/neo4jtest"
)

// TestForeignID checks that an id of another relationship of the type is a conflict and changes nothing.
func TestForeignID(t *testing.T) {
	t.Parallel()
	s, ws := open(t, neo4jtest.LTS), workspace(t, neo4jtest.LTS)
	ids := makeSome(t, s, ws, 3)
	for _, kind := range []graph.Type{graph.Follows, graph.PartOf} {
		there := link(ids[0], ids[1], kind)
		ok(t, second(s.AddRelationship(t.Context(), ws, there)))
		other := link(ids[1], ids[2], kind)
		other.ID = there.ID
		const want = "An id in this call is already in use; use a new one"
		wantCode(t, second(s.AddRelationship(t.Context(), ws, other)), fault.Conflict, want)
		wantCode(t, second(s.AddRelationships(t.Context(), ws, []graph.Relationship{link(ids[0], ids[2], kind), other})), fault.Conflict, want)
		wantCode(t, second(s.CreateEpisodes(t.Context(), ws, graph.Batch{
			Episodes: []graph.NewEpisode{newEpisode("not stored")},
			Relationships: []graph.NewRelationship{{
				Relationship: other, FromEnd: graph.End{Item: 0}, ToEnd: graph.End{Item: -1, Episode: ids[2]},
			}},
		})), fault.Conflict, want)
		_, total, err := s.Relationships(t.Context(), ws, graph.RelationshipQuery{Episode: ids[2], Direction: graph.Both})
		ok(t, err)
		_, episodes, err := s.ListEpisodes(t.Context(), ws, graph.ListQuery{Limit: 1})
		ok(t, err)
		if total != 0 || episodes != 3 {
			t.Errorf("%s: %d relationships, %d episodes", kind, total, episodes)
		}
	}
}
