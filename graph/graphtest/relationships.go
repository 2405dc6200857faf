package graphtest

import (
	"fmt"

	"plotline/graph"
)

var relationshipsTopic = topic{"relationships", []testCase{
	{"unknown episode", relationshipsOfUnknown},
	{"filters", relationshipFilters},
	{"oldest first, ties by id", relationshipOrder},
	{"pages by cursor", relationshipPages},
	{"no more metadata than asked for", relationshipMetadata},
	{"between two episodes", relationshipsBetween},
	{"several by id", relationshipsByID},
	{"update", updateRelationship},
	{"remove", removeRelationship},
	{"swap", swapRelationships},
	{"swap, refused", swapRefused},
	{"a swap settles the order", swapOrdered},
	{"what dates speak against", backwardRelationships},
}}

func relationshipsOfUnknown(t tester, w *world) {
	e := w.episodes(t, 1)
	ghost := graph.NewID()
	_, _, err := w.Relationships(t.Context(), w.ws, graph.RelationshipQuery{Episode: ghost, Direction: graph.Both})
	refused(t, err, graph.EpisodeNotFound(ghost))
	got, count, err := w.Relationships(t.Context(), w.ws, graph.RelationshipQuery{Episode: e[0], Direction: graph.Both})
	ok(t, err)
	notNil(t, "relationships", got)
	same(t, "relationships and count", len(got)+count, 0)
}

func relationshipFilters(t tester, w *world) {
	e := w.episodes(t, 4)
	a, b, c, d := e[0], e[1], e[2], e[3]
	ab := w.relate(t, a, b, graph.Follows, 0.1)
	ac := w.relate(t, a, c, graph.RelatedTo, 0.5)
	ca := w.relate(t, c, a, graph.RelatedTo, 0)
	da := w.relate(t, d, a, graph.Follows, 1)
	w.relate(t, b, c, graph.Follows, 1)
	for name, q := range map[string]struct {
		q    graph.RelationshipQuery
		want []graph.Relationship
	}{
		"both":               {graph.RelationshipQuery{Direction: graph.Both}, []graph.Relationship{ab, ac, ca, da}},
		"outgoing":           {graph.RelationshipQuery{Direction: graph.Outgoing}, []graph.Relationship{ab, ac}},
		"incoming":           {graph.RelationshipQuery{Direction: graph.Incoming}, []graph.Relationship{ca, da}},
		"of a type":          {graph.RelationshipQuery{Direction: graph.Both, Type: graph.Follows}, []graph.Relationship{ab, da}},
		"of a type, in":      {graph.RelationshipQuery{Direction: graph.Incoming, Type: graph.Follows}, []graph.Relationship{da}},
		"related_to one way": {graph.RelationshipQuery{Direction: graph.Outgoing, Type: graph.RelatedTo}, []graph.Relationship{ac}},
		"of no such type":    {graph.RelationshipQuery{Direction: graph.Both, Type: graph.Refines}, nil},
		"strength inclusive": {graph.RelationshipQuery{Direction: graph.Both, MinStrength: 0.1}, []graph.Relationship{ab, ac, da}},
		"just above":         {graph.RelationshipQuery{Direction: graph.Both, MinStrength: 0.1 + 1e-17 + 1e-16}, []graph.Relationship{ac, da}},
		"the strongest":      {graph.RelationshipQuery{Direction: graph.Both, MinStrength: 1}, []graph.Relationship{da}},
		"everything":         {graph.RelationshipQuery{Direction: graph.Outgoing, Type: graph.RelatedTo, MinStrength: 0.6}, nil},
	} {
		q.q.Episode = a
		got, count, err := w.Relationships(t.Context(), w.ws, q.q)
		ok(t, err)
		notNil(t, name, got)
		same(t, name, got, q.want)
		same(t, name+", count", count, len(q.want))
	}
}

// fan creates an episode with n relationships, in the list's order. Groups of five share their time.
func fan(t tester, w *world, n int) (graph.ID, []graph.Relationship) {
	t.Helper()
	e := w.episodes(t, n/2+1)
	rels := make([]graph.Relationship, n)
	for i := range rels {
		from, to := e[0], e[1+i/2]
		if i%2 == 1 {
			from, to = to, from
		}
		rels[i] = relationship(from, to, graph.RelatedTo, 1)
		rels[i].CreatedAt = at(i / 5)
		// Within one instant the ids decrease while the index increases, so that the order of ids is
		// tested.
		rels[i].ID = graph.ID(fmt.Sprintf("%08x-%s", 0xffff0000-i, graph.NewID()[9:]))
	}
	ok(t, second(w.AddRelationships(t.Context(), w.ws, rels)))
	want := []graph.Relationship{}
	for first := 0; first < n; first += 5 {
		want = append(want, byID(rels[first:min(first+5, n)])...)
	}
	return e[0], want
}

func relationshipOrder(t tester, w *world) {
	e, want := fan(t, w, 24)
	got, count, err := w.Relationships(t.Context(), w.ws, graph.RelationshipQuery{Episode: e, Direction: graph.Both})
	ok(t, err)
	same(t, "relationships", got, want)
	same(t, "count", count, 24)
}

func relationshipPages(t tester, w *world) {
	e, want := fan(t, w, 24)
	for _, limit := range []int{1, 4, 5, 24, 50, 1 << 31} {
		q := graph.RelationshipQuery{Episode: e, Direction: graph.Both, Limit: limit}
		var seen []graph.Relationship
		for len(seen) <= len(want) { // stops a store that never ends the list
			page, count, err := w.Relationships(t.Context(), w.ws, q)
			ok(t, err)
			notNil(t, "page", page)
			same(t, "count, whatever limit and cursor cut", count, len(want))
			if len(page) == 0 {
				break
			}
			if len(page) > limit {
				t.Fatalf("page of %d, limit %d", len(page), limit)
			}
			seen = append(seen, page...)
			last := page[len(page)-1]
			q.After = &graph.Cursor{CreatedAt: last.CreatedAt, ID: last.ID}
		}
		same(t, "all pages", seen, want)
	}
	// A cursor is a position in the order. No relationship need exist there.
	for after, from := range map[graph.Cursor]int{
		{CreatedAt: at(1)}:                               5,
		{CreatedAt: at(1), ID: "ffffffff"}:               10,
		{CreatedAt: at(1) + 1, ID: "0"}:                  10,
		{CreatedAt: at(0), ID: want[1].ID}:               2,
		{CreatedAt: at(9999)}:                            24,
		{CreatedAt: want[23].CreatedAt, ID: want[23].ID}: 24,
	} {
		got, count, err := w.Relationships(t.Context(), w.ws,
			graph.RelationshipQuery{Episode: e, Direction: graph.Both, After: &after})
		ok(t, err)
		notNil(t, "page", got)
		same(t, "after the cursor", got, want[from:])
		same(t, "count", count, 24)
	}
}

func relationshipMetadata(t tester, w *world) {
	e := w.episodes(t, 4)
	rels := make([]graph.Relationship, 3)
	for i := range rels {
		rels[i] = relationship(e[0], e[i+1], graph.RelatedTo, 1)
		rels[i].CreatedAt, rels[i].Metadata = at(i), object(`{"k":"12345678"}`) // 16 bytes
	}
	rels[2].Metadata = nil
	ok(t, second(w.AddRelationships(t.Context(), w.ws, rels)))
	q := graph.RelationshipQuery{Episode: e[0], Direction: graph.Both, MaxBytes: 32}
	got, count, err := w.Relationships(t.Context(), w.ws, q)
	ok(t, err)
	same(t, "relationships", got, rels)
	same(t, "count", count, 3)
	q.MaxBytes = 31
	_, _, err = w.Relationships(t.Context(), w.ws, q)
	refused(t, err, graph.MetadataTooLarge(31))
	q.Limit = 1
	got, count, err = w.Relationships(t.Context(), w.ws, q)
	ok(t, err)
	same(t, "first page", got, rels[:1])
	same(t, "count of all", count, 3)
	q.After = &graph.Cursor{CreatedAt: got[0].CreatedAt, ID: got[0].ID}
	got, _, err = w.Relationships(t.Context(), w.ws, q)
	ok(t, err)
	same(t, "second page", got, rels[1:2])
}

func relationshipsBetween(t tester, w *world) {
	e := w.episodes(t, 3)
	a, b := e[0], e[1]
	late := relationship(a, b, graph.Follows, 0.5)
	late.CreatedAt, late.Metadata = at(9), object(`{"n":1.0}`)
	ok(t, second(w.AddRelationship(t.Context(), w.ws, late)))
	early := w.relate(t, a, b, graph.PartOf, 1)
	back := w.relate(t, b, a, graph.RelatedTo, 1)
	w.relate(t, a, e[2], graph.Follows, 1)
	ghost := graph.NewID()
	for name, c := range map[string]struct {
		from, to graph.ID
		kind     graph.Type
		want     []graph.Relationship
	}{
		"every type, oldest first": {a, b, "", []graph.Relationship{early, late}},
		"one type":                 {a, b, graph.Follows, []graph.Relationship{late}},
		"another type":             {a, b, graph.RelatedTo, nil},
		"the other way":            {b, a, "", []graph.Relationship{back}},
		"related_to is directed":   {b, a, graph.RelatedTo, []graph.Relationship{back}},
		"none":                     {b, e[2], "", nil},
		"to itself":                {a, a, "", nil},
		"unknown from":             {ghost, b, "", nil},
		"unknown to":               {a, ghost, graph.Follows, nil},
	} {
		got, err := w.RelationshipsBetween(t.Context(), w.ws, c.from, c.to, c.kind)
		ok(t, err)
		notNil(t, name, got)
		same(t, name, got, c.want)
	}
}
