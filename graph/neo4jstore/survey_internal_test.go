package neo4jstore

import (
	"testing"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/testing/kit/neo4jtest"
)

func TestSurvey(t *testing.T) {
	t.Parallel()
	for _, version := range neo4jtest.VersionsOfTier() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			s, ws := open(t, version), workspace(t, version)
			ids := makeSome(t, s, ws, 3)
			ok(t, s.AddRelationships(t.Context(), ws, []graph.Relationship{
				link(ids[0], ids[1], graph.Follows), link(ids[0], ids[1], graph.Refines),
			}))
			found, err := open(t, version).Survey(t.Context(), ws)
			ok(t, err)
			if found.Episodes != 3 || found.Relationships != 2 || found.Schema != lastMigration() || found.Latest != found.Schema {
				t.Errorf("found %+v", found)
			}
		})
	}
}

func TestLastChange(t *testing.T) {
	t.Parallel()
	for _, version := range neo4jtest.VersionsOfTier() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			graphtest.LastChange(t, open(t, version))
		})
	}
}
