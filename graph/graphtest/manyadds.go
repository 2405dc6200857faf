package graphtest

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"plotline/graph"
	"plotline/internal/fault"
)

// concurrentAdds adds conflicting relationships concurrently: opposing pairs, longer cycles, duplicates and
// missing ends. Some callers cancel. Nothing is removed, so the cause of each error is still present at the
// end. The model, loaded with the final state, must return the same errors.
func concurrentAdds(t tester, w *world) {
	rels := manyRelationships(append(w.episodes(t, 7), graph.NewID()))
	errs := w.together(len(rels), func(i int, s graph.Store) error {
		ctx, cancel := impatient(t.Context(), i)
		defer cancel()
		return second(s.AddRelationship(ctx, w.ws, rels[i]))
	})
	end := w.state(t)
	after := &space{given: map[int64]bool{}}
	for _, e := range end.Episodes {
		after.episodes = append(after.episodes, graph.NewEpisode{Episode: e})
	}
	for _, rel := range end.Relationships {
		ok(t, after.add(rel)) // no duplicate, no cycle
	}
	refusals := map[fault.Code]int{}
	for i, rel := range rels {
		explained(t, after, rel, errs[i], hurries(i))
		refusals[fault.CodeOf(errs[i])]++
	}
	for _, code := range []fault.Code{fault.NotFound, fault.AlreadyExists, fault.Cycle} {
		if refusals[code] == 0 {
			t.Errorf("nobody was refused with %s: %v", code, refusals)
		}
	}
}

// manyRelationships returns relationships of three types between few episodes. The list is the same each time except
// for the ids. Every tenth entry repeats an earlier one.
func manyRelationships(e []graph.ID) []graph.Relationship {
	random := rand.New(rand.NewPCG(5, 8)) //nolint:gosec // repeatable, not secret
	var rels []graph.Relationship
	for len(rels) < 150 {
		if n := len(rels); n%10 == 9 {
			rels = append(rels, rels[random.IntN(n)])
			continue
		}
		from := random.IntN(len(e))
		to := (from + 1 + random.IntN(len(e)-1)) % len(e)
		kind := []graph.Type{graph.Follows, graph.Follows, graph.Causes, graph.PartOf}[random.IntN(4)]
		rels = append(rels, relationship(e[from], e[to], kind, 1))
	}
	return rels
}

// hurries reports whether caller i cancels after a short time.
func hurries(i int) bool { return i%8 == 3 }

func impatient(ctx context.Context, i int) (context.Context, context.CancelFunc) {
	if hurries(i) {
		return context.WithTimeout(ctx, time.Duration(i)*100*time.Microsecond)
	}
	return ctx, func() {}
}

// explained expects a result that the final graph explains.
func explained(t tester, after *space, rel graph.Relationship, err error, hurried bool) {
	t.Helper()
	stored := slices.ContainsFunc(after.rels, func(r graph.Relationship) bool { return r.ID == rel.ID })
	got, want := verdictOf(err), verdictOf(after.clone().add(rel))
	switch {
	case hurried && (got.Code == fault.Timeout || got.Code == fault.Cancelled):
		return // it may be stored or not
	case stored != (err == nil):
		t.Errorf("%s %s %s is stored: %t, and its caller got %v", rel.From, rel.Type, rel.To, stored, err)
	case got.Code == fault.Cycle:
		closes(t, after, rel, got)
		want.Extra, got.Extra = nil, nil // a path other than the final one may have existed first
	}
	same(t, "verdict", got, want)
}

// closes expects a reported path to exist, except for the relationship that would close it.
func closes(t tester, after *space, rel graph.Relationship, got verdict) {
	t.Helper()
	path, _ := got.Extra["cycle_path"].([]graph.ID)
	if len(path) < 3 || path[0] != rel.From || path[1] != rel.To || path[len(path)-1] != rel.From {
		t.Errorf("%v is no cycle that %s %s %s closes", path, rel.From, rel.Type, rel.To)
		return
	}
	for i := 1; i < len(path)-1; i++ {
		if len(after.between(path[i], path[i+1], rel.Type)) == 0 {
			t.Errorf("the cycle %v leads over %s to %s, which is not there", path, path[i], path[i+1])
		}
	}
}
