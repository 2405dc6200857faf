package sqlitestore

import (
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
)

// adds returns the work of callers that each add a relationship of follows between two of the episodes.
func adds(ids []graph.ID, pairs ...[2]int) []work {
	group := make([]work, len(pairs))
	for i, pair := range pairs {
		rel := relationship(ids[pair[0]], ids[pair[1]], graph.Follows)
		group[i] = work{ws: ws, add: &rel, ends: &graph.Ends{}}
	}
	return group
}

// TestGroupOfAdds checks that each member of a group gets its own verdict, and that a refused relationship changes
// nothing that the others of the group see.
func TestGroupOfAdds(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ids := append(create(t, s, "a", "b", "c", "d", "e"), graph.NewID())
	cases := []struct {
		from, to int
		want     fault.Code
	}{
		{0, 1, ""},
		{1, 2, ""},
		{2, 0, fault.Cycle},
		{0, 1, fault.AlreadyExists},
		{0, 5, fault.NotFound},
		{2, 3, ""},
		{3, 1, fault.Cycle},
		{4, 0, ""}, // raises the levels of all others
		{3, 4, fault.Cycle},
	}
	pairs := make([][2]int, 0, len(cases))
	for _, c := range cases {
		pairs = append(pairs, [2]int{c.from, c.to})
	}
	verdicts, err := s.commitGroup(t.Context(), struct{}{}, adds(ids, pairs...))
	ok(t, err)
	if len(verdicts) != len(cases) {
		t.Fatalf("%d verdicts, want %d", len(verdicts), len(cases))
	}
	stored := 0
	for i, c := range cases {
		if code := fault.CodeOf(verdicts[i]); (verdicts[i] == nil) != (c.want == "") || c.want != "" && code != c.want {
			t.Errorf("%d → %d: %v, want code %q", c.from, c.to, verdicts[i], c.want)
		}
		if c.want == "" {
			stored++
		}
	}
	part, err := s.Projection(t.Context(), ws, graph.Follows, nil)
	ok(t, err)
	if len(part.Edges) != stored {
		t.Errorf("%d relationships are stored, want %d", len(part.Edges), stored)
	}
	if !kept(t, s, graph.Follows) {
		t.Error("the order is not kept")
	}
}

// TestGroupOfAddsIsCut checks that a transaction does not settle more levels than it may, and that the rest of its
// group has its turn afterwards.
func TestGroupOfAddsIsCut(t *testing.T) {
	t.Parallel()
	s := newStore(t, withSettled(20))
	ids := create(t, s, "a", "b", "c", "d", "e", "f", "g", "h", "i")
	for i := 3; i+1 < len(ids); i++ {
		ok(t, second(s.AddRelationship(t.Context(), ws, relationship(ids[i], ids[i+1], graph.Follows))))
	}
	group := adds(ids, [2]int{2, 3}, [2]int{1, 2}, [2]int{0, 1}) // each raises the whole chain
	verdicts, err := s.commitGroup(t.Context(), struct{}{}, group)
	ok(t, err)
	if len(verdicts) == 0 || len(verdicts) == len(group) {
		t.Fatalf("%d of %d had their turn", len(verdicts), len(group))
	}
	answers := make(chan error, len(group))
	for _, w := range group[len(verdicts):] {
		go func() { answers <- s.inGroup(t.Context(), w) }()
	}
	for range group[len(verdicts):] {
		ok(t, <-answers)
	}
	keptSoon(t, s, graph.Follows)
}
