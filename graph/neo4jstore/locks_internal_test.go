package neo4jstore

import (
	"testing"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/testing/kit/neo4jtest"
)

// foreign runs a statement in a transaction of another client, which stays open until end is called.
func foreign(t *testing.T, s *Store, text string, p params) (end func()) {
	t.Helper()
	session := s.driver.NewSession(t.Context(), neo4j.SessionConfig{DatabaseName: s.database})
	tx, err := session.BeginTransaction(t.Context())
	ok(t, err)
	_, err = tx.Run(t.Context(), text, p)
	ok(t, err)
	return func() {
		t.Helper()
		ok(t, tx.Commit(t.Context()))
		ok(t, session.Close(t.Context()))
	}
}

// holding is the start of every write that changes relationships of an ordering type.
const holding = "MERGE (l:PlotlineLock {workspace: $ws, type: $type}) SET l.holder = 'another' "

// waits checks that a call ends only after another client's transaction.
func waits(t *testing.T, what string, end func(), call func() error) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- call() }()
	select {
	case err := <-done:
		t.Errorf("%s did not wait for the lock: %v", what, err)
		end()
	case <-time.After(300 * time.Millisecond):
		end()
		ok(t, <-done)
	}
}

// TestOrderingWritesTakeTheLock checks that every write that changes relationships of an ordering type waits for the
// lock of that type, and all that depends on what they leave.
func TestOrderingWritesTakeTheLock(t *testing.T) {
	t.Parallel()
	for _, kind := range []graph.Type{graph.Follows, graph.Causes} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			s, ws := open(t, neo4jtest.LTS), workspace(t, neo4jtest.LTS)
			ids := makeSome(t, s, ws, 4)
			rel := link(ids[0], ids[1], kind)
			hold := func() func() { return foreign(t, s, holding, params{"ws": ws, "type": label(kind)}) }
			waits(t, "an add", hold(), func() error { return second(s.AddRelationship(t.Context(), ws, rel)) })
			waits(t, "a list", hold(), func() error {
				return second(s.AddRelationships(t.Context(), ws, []graph.Relationship{link(ids[1], ids[2], kind)}))
			})
			waits(t, "a page of the order", hold(), func() error {
				return second(s.OrderPage(t.Context(), ws, graph.OrderQuery{Type: kind, Limit: 1}))
			})
			waits(t, "the settler", hold(), func() error { return second(s.settleOrder(t.Context(), orderOf{ws, kind}, false)) })
			waits(t, "a comparison", hold(), func() error { return second(s.countOf(t.Context(), orderOf{ws, kind})) })
			waits(t, "a removal", hold(), func() error { return s.RemoveRelationship(t.Context(), ws, rel.ID) })
			waits(t, "a deletion", hold(), func() error { return second(s.DeleteEpisode(t.Context(), ws, ids[3])) })
		})
	}
}

// TestDeleteLearnsUnderTheLock checks that a deletion counts a relationship that was added while it waited.
func TestDeleteLearnsUnderTheLock(t *testing.T) {
	t.Parallel()
	s, ws := open(t, neo4jtest.LTS), workspace(t, neo4jtest.LTS)
	ids := makeSome(t, s, ws, 2)
	end := foreign(t, s, holding+`WITH 1 AS locked
		MATCH (a:Episode {workspace: $ws, episode_id: $from}) MATCH (b:Episode {workspace: $ws, episode_id: $to})
		CREATE (a)-[:CAUSES {workspace: $ws, id: $id, strength: 1.0, created_at: 1}]->(b)`, params{
		"ws": ws, "type": "CAUSES", "from": string(ids[0]), "to": string(ids[1]), "id": string(graph.NewID()),
	})
	var deleted int
	waits(t, "a deletion", end, func() (err error) {
		deleted, err = s.DeleteEpisode(t.Context(), ws, ids[1])
		return err
	})
	if deleted != 1 {
		t.Errorf("%d relationships deleted, want 1", deleted)
	}
}
