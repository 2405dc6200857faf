package neo4jstore

import (
	"testing"

	"plotline/graph"
	"plotline/graph/graphtest"
	migrations "plotline/graph/neo4jstore/schema"
)

func TestSurvey(t *testing.T) {
	onBoth(t, 2, func(t fixture) {
		ids := makeSome(t, t.s[0], t.ws, 3)
		ok(t, second(t.s[0].AddRelationships(t.Context(), t.ws, []graph.Relationship{
			link(ids[0], ids[1], graph.Follows), link(ids[0], ids[1], graph.Refines),
		})))
		found, err := t.s[1].Survey(t.Context(), t.ws)
		ok(t, err)
		if found.Episodes != 3 || found.Relationships != 2 || found.Schema != len(migrations.Migrations()) || found.Latest != found.Schema {
			t.Errorf("found %+v", found)
		}
	})
}

func TestLastChange(t *testing.T) {
	onBoth(t, 1, func(t fixture) { graphtest.LastChange(t.T, t.s[0]) })
}
