package graphtest

import (
	"slices"

	"plotline/graph"
	"plotline/internal/fault"
)

func relationshipsByID(t tester, w *world) {
	e := w.episodes(t, 2)
	made := make([]graph.Relationship, 0, len(graph.Types()))
	for _, kind := range graph.Types() {
		rel := relationship(e[0], e[1], kind, 0.1)
		rel.Metadata = object(`{"type":"` + string(kind) + `"}`)
		ok(t, second(w.AddRelationship(t.Context(), w.ws, rel)))
		made = append(made, rel)
	}
	ids := append(ghosts(1), e[0])
	for _, rel := range made {
		ids = append(ids, rel.ID)
	}
	got, err := w.RelationshipsByID(t.Context(), w.ws, ids)
	ok(t, err)
	same(t, "found", byID(got), byID(made))
	ids = append(ids, ghosts(1000-len(ids))...)
	got, err = w.RelationshipsByID(t.Context(), w.ws, ids)
	ok(t, err)
	same(t, "found among a thousand", byID(got), byID(made))
	for _, none := range [][]graph.ID{nil, {graph.NewID()}} {
		got, err := w.RelationshipsByID(t.Context(), w.ws, none)
		ok(t, err)
		notNil(t, "found", got)
		same(t, "found", len(got), 0)
	}
}

func updateRelationship(t tester, w *world) {
	e := w.episodes(t, 2)
	for _, kind := range graph.Types() {
		rel := relationship(e[0], e[1], kind, 0.5)
		rel.Metadata = object(`{"old":1}`)
		ok(t, second(w.AddRelationship(t.Context(), w.ws, rel)))
		for _, step := range []struct {
			name   string
			change graph.RelationshipChange
			apply  func(r *graph.Relationship)
		}{
			{"nothing", graph.RelationshipChange{}, func(*graph.Relationship) {}},
			{"strength", graph.RelationshipChange{Strength: new(0.1)}, func(r *graph.Relationship) { r.Strength = 0.1 }},
			{
				"metadata",
				graph.RelationshipChange{Metadata: new(object(`{"n":1.00,"n":[]}`))},
				func(r *graph.Relationship) { r.Metadata = object(`{"n":1.00,"n":[]}`) },
			},
			{
				"both",
				graph.RelationshipChange{Strength: new(0.0), Metadata: new(object(`{}`))},
				func(r *graph.Relationship) { r.Strength, r.Metadata = 0, object(`{}`) },
			},
			{"cleared", graph.RelationshipChange{Metadata: new(object(""))}, func(r *graph.Relationship) { r.Metadata = nil }},
		} {
			got, err := w.UpdateRelationship(t.Context(), w.ws, rel.ID, step.change)
			ok(t, err)
			step.apply(&rel)
			same(t, step.name, got, rel)
			stored, err := w.RelationshipsByID(t.Context(), w.ws, []graph.ID{rel.ID})
			ok(t, err)
			same(t, step.name+", stored", stored, []graph.Relationship{rel})
		}
	}
	ghost := graph.NewID()
	_, err := w.UpdateRelationship(t.Context(), w.ws, ghost, graph.RelationshipChange{Strength: new(1.0)})
	refused(t, err, graph.RelationshipNotFound(ghost))
}

func removeRelationship(t tester, w *world) {
	e := w.episodes(t, 2)
	for _, kind := range graph.Types() {
		rel := w.relate(t, e[0], e[1], kind, 1)
		ok(t, w.RemoveRelationship(t.Context(), w.ws, rel.ID))
		refused(t, w.RemoveRelationship(t.Context(), w.ws, rel.ID), graph.RelationshipNotFound(rel.ID))
		_, err := w.UpdateRelationship(t.Context(), w.ws, rel.ID, graph.RelationshipChange{})
		refused(t, err, graph.RelationshipNotFound(rel.ID))
		w.relate(t, e[0], e[1], kind, 1) // the place is free again
	}
	ghost := graph.NewID()
	refused(t, w.RemoveRelationship(t.Context(), w.ws, ghost), graph.RelationshipNotFound(ghost))
	same(t, "left", len(w.state(t).Relationships), len(graph.Types()))
}

func swapRelationships(t tester, w *world) {
	e := w.create(t, episode("a", 0), episode("b", 1), episode("c", 2))
	ids := idsOf(e)
	rels := make([]graph.Relationship, 0, len(graph.Types())+1)
	for _, kind := range graph.Types() {
		rel := relationship(ids[0], ids[1], kind, 0.5)
		rel.Metadata, rel.CreatedAt = object(`{"n":1.00}`), at(7)
		ok(t, second(w.AddRelationship(t.Context(), w.ws, rel)))
		rels = append(rels, rel)
	}
	kept := w.relate(t, ids[1], ids[2], graph.Follows, 1)
	before, err := w.Changes(t.Context(), w.ws)
	ok(t, err)
	swap := make([]graph.ID, len(rels))
	for i, r := range rels { // the last one first: the order given is kept
		j := len(rels) - 1 - i
		rels[i].From, rels[i].To = r.To, r.From
		swap[j] = r.ID
	}
	want := slices.Clone(rels)
	slices.Reverse(want)
	got, ends, err := w.SwapRelationships(t.Context(), w.ws, swap)
	ok(t, err)
	same(t, "swapped", got, want)
	same(t, "ends", ends, endsOf(e, want...))
	same(t, "stored", w.state(t).Relationships, byID(append(rels, kept)))
	after, err := w.Changes(t.Context(), w.ws)
	ok(t, err)
	same(t, "the workspace has changed", before != after, true)
	got, ends, err = w.SwapRelationships(t.Context(), w.ws, nil)
	ok(t, err)
	notNil(t, "relationships", got)
	notNil(t, "ends", ends)
}

func swapRefused(t tester, w *world) {
	e := w.episodes(t, 3)
	ab, bc := w.relate(t, e[0], e[1], graph.Follows, 1), w.relate(t, e[1], e[2], graph.Follows, 1)
	w.link(t, graph.Follows, e[0], e[2])
	there, back := w.relate(t, e[0], e[1], graph.Refines, 1), w.relate(t, e[1], e[0], graph.Refines, 1)
	free := w.relate(t, e[1], e[2], graph.PartOf, 1)
	unknown := ghosts(2)
	before := w.state(t)
	for name, c := range map[string]struct {
		ids  []graph.ID
		want *fault.Error
	}{
		"unknown":                 {[]graph.ID{free.ID, unknown[1], unknown[0]}, graph.RelationshipNotFound(unknown[1], unknown[0])},
		"the opposite is there":   {[]graph.ID{free.ID, there.ID}, graph.RelationshipExists(back.ID, e[1], e[0], graph.Refines).At(1)},
		"a cycle":                 {[]graph.ID{free.ID, bc.ID, ab.ID}, cycle(e[1], e[0], e[2], e[1]).At(2)},
		"the first one decides":   {[]graph.ID{ab.ID, bc.ID, there.ID}, cycle(e[2], e[1], e[0], e[2]).At(1)},
		"of the first type given": {[]graph.ID{there.ID, ab.ID, bc.ID}, graph.RelationshipExists(back.ID, e[1], e[0], graph.Refines).At(0)},
	} {
		t.Log(name)
		_, _, err := w.SwapRelationships(t.Context(), w.ws, c.ids)
		refused(t, err, c.want)
		same(t, name+": state", w.state(t), before)
	}
	ok(t, third(w.SwapRelationships(t.Context(), w.ws, []graph.ID{back.ID, there.ID}))) // both are out of the way
}

func swapOrdered(t tester, w *world) {
	e := w.episodes(t, 4)
	ids := make([]graph.ID, 0, 3)
	for i := range 3 { // a chain from the last to the first
		ids = append(ids, w.relate(t, e[i+1], e[i], graph.Causes, 1).ID)
	}
	ok(t, third(w.SwapRelationships(t.Context(), w.ws, ids)))
	refused(t, second(w.AddRelationship(t.Context(), w.ws, relationship(e[3], e[0], graph.Causes, 1))), cycle(e[3], e[0], e[1], e[2], e[3]))
	page, err := w.OrderPage(t.Context(), w.ws, graph.OrderQuery{Type: graph.Causes, Limit: 10})
	ok(t, err)
	if page == nil { // the store keeps no order, or settles it later
		return
	}
	levels := map[graph.ID]int{}
	for _, one := range page.Episodes {
		levels[one.EpisodeID] = one.Level
	}
	same(t, "levels", levels, map[graph.ID]int{e[0]: 0, e[1]: 1, e[2]: 2, e[3]: 3})
}

func backwardRelationships(t tester, w *world) {
	e := w.create(t, episode("old", 0), episode("new", 61), episode("a minute later", 60))
	ids := idsOf(e)
	forth, back := map[graph.Type]graph.Relationship{}, map[graph.Type]graph.Relationship{}
	for _, kind := range graph.Types() {
		if kind == graph.Follows || kind == graph.Causes { // these allow no opposite
			back[kind] = w.relate(t, ids[1], ids[0], kind, 0.5)
			w.link(t, kind, ids[2], ids[0])
			continue
		}
		forth[kind] = w.relate(t, ids[0], ids[1], kind, 0.5)
		w.link(t, kind, ids[0], ids[2])
	}
	want := byID([]graph.Relationship{back[graph.Follows], back[graph.Causes], forth[graph.Refines], forth[graph.Contradicts]})
	for _, limit := range []int{9, 4, 3} {
		got, ends, err := w.BackwardRelationships(t.Context(), w.ws, limit)
		ok(t, err)
		same(t, "backward", got, want[:min(limit, 4)])
		same(t, "ends", ends, endsOf(e, got...))
	}
	w.link(t, graph.Contradicts, ids[1], ids[0]) // each contradicts the other
	got, _, err := w.BackwardRelationships(t.Context(), w.ws, 9)
	ok(t, err)
	same(t, "without what holds both ways", len(got), 3)
	other := newWorld(w.peers...)
	got, ends, err := other.BackwardRelationships(t.Context(), other.ws, 9)
	ok(t, err)
	notNil(t, "relationships", got)
	notNil(t, "ends", ends)
	same(t, "of another workspace", len(got), 0)
}

// third returns the error of a call with two results.
func third[A, B any](_ A, _ B, err error) error { return err }
