package sqlitestore

import (
	"fmt"
	"testing"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/internal/fault"
)

// refused checks for a verdict, with its index.
func refused(tb testing.TB, err error, want *fault.Error) {
	tb.Helper()
	got := fault.From(err)
	if got == nil || got.Code != want.Code || got.Details != want.Details {
		tb.Fatalf("%v, want %v", err, want)
	}
	same(tb, "beside "+want.Details, got.Extra, want.Extra)
}

// TestRelationshipIDIsTaken checks that the error for a used id names the relationship that has it.
func TestRelationshipIDIsTaken(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ids := create(t, s, "a", "b", "c")
	there := relationship(ids[0], ids[1], graph.Refines)
	ok(t, second(s.AddRelationship(t.Context(), ws, there)))
	taken := relationship(ids[1], ids[2], graph.Causes)
	taken.ID = there.ID
	want := graph.RelationshipExists(there.ID, ids[0], ids[1], graph.Refines)
	refused(t, second(s.AddRelationship(t.Context(), ws, taken)), want)
	refused(t, second(s.AddRelationships(t.Context(), ws, []graph.Relationship{there, taken})), want.At(1))
	_, err := s.CreateEpisodes(t.Context(), ws, graph.Batch{Relationships: []graph.NewRelationship{{
		Relationship: taken, FromEnd: graph.End{Item: -1, Episode: ids[1]}, ToEnd: graph.End{Item: -1, Episode: ids[2]},
	}}})
	refused(t, err, want.At(0))
	refused(t, second(s.AddRelationship(t.Context(), "elsewhere", taken)), graph.EpisodeNotFound(ids[1], ids[2]))
}

// TestCyclesInLongChains checks that a deep search, which reads the whole type at once, sees the relationships added
// after that.
func TestCyclesInLongChains(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	const n = 3 * readAllMin
	ids := graphtest.Chain(t.Context(), t, s, ws, n)
	path, err := s.FindCycle(t.Context(), ws, ids[n], ids[0], graph.Follows)
	ok(t, err)
	same(t, "omitted", path.Omitted, n+2-graph.PathLimit)
	same(t, "first half", path.IDs[:graph.PathKept], append([]graph.ID{ids[n]}, ids[:graph.PathKept-1]...))
	same(t, "second half", path.IDs[graph.PathKept:], ids[n+1-graph.PathKept:])
	none, err := s.FindCycle(t.Context(), ws, ids[n/2], ids[n/2+1], graph.Follows)
	ok(t, err)
	if none != nil {
		t.Errorf("a cycle of %d along the chain", len(none.IDs))
	}
	side := create(t, s, "a", "b", "c")
	closing := []graph.Relationship{
		relationship(ids[0], ids[n-1], graph.Follows), // so long a path that everything is read
		relationship(ids[n], side[0], graph.Follows),
		relationship(side[0], side[1], graph.Follows),
		relationship(side[1], side[2], graph.Follows),
		relationship(side[2], ids[n-1], graph.Follows),
	}
	_, err = s.AddRelationships(t.Context(), ws, closing)
	refused(t, err, graph.CycleCreated(graph.NewCyclePath(
		[]graph.ID{side[2], ids[n-1], ids[n], side[0], side[1], side[2]})).At(4))
	ok(t, second(s.AddRelationships(t.Context(), ws, closing[:4])))
}

// TestListsEqualSingleCalls checks that a list, whose checks share what they have read, has the results of single
// calls.
func TestListsEqualSingleCalls(t *testing.T) {
	t.Parallel()
	list, single := newStore(t), newStore(t)
	const n = 60
	var rels []graph.Relationship
	batch := graph.Batch{}
	for i := range n {
		batch.Episodes = append(batch.Episodes, episode(fmt.Sprintf("e%d", i)))
	}
	id := func(i int) graph.ID { return batch.Episodes[i%n].EpisodeID }
	for i := range 6 * n {
		// Some run backwards and may complete a cycle.
		from, to := i*7, i*7+1+i%11
		if i%9 == 8 {
			from, to = to, from
		}
		if id(from) != id(to) {
			rels = append(rels, relationship(id(from), id(to), graph.Types()[i%3]))
		}
	}
	for _, s := range []*Store{list, single} {
		_, err := s.CreateEpisodes(t.Context(), ws, batch)
		ok(t, err)
	}
	for len(rels) > 0 {
		refusedAt := len(rels)
		_, err := list.AddRelationships(t.Context(), ws, rels)
		if err != nil {
			refusedAt = fault.From(err).Extra["index"].(int)
			ok(t, second(list.AddRelationships(t.Context(), ws, rels[:refusedAt])))
		}
		for _, rel := range rels[:refusedAt] {
			ok(t, second(single.AddRelationship(t.Context(), ws, rel)))
		}
		if refusedAt == len(rels) {
			break
		}
		want := fault.From(second(single.AddRelationship(t.Context(), ws, rels[refusedAt])))
		if got := fault.From(err); want == nil || got.Code != want.Code || got.Details != want.Details {
			t.Fatalf("%d of a list: %v, alone: %v", refusedAt, got, want)
		}
		rels = rels[refusedAt+1:]
	}
}

func TestTypeColumn(t *testing.T) {
	t.Parallel()
	var kind typeColumn
	ok(t, kind.Scan(int64(1)))
	same(t, "type", graph.Type(kind), graph.Causes)
	for _, wrong := range []any{int64(-1), int64(6), "follows", nil} {
		if kind.Scan(wrong) == nil {
			t.Errorf("%v was read as %s", wrong, kind)
		}
	}
}
