package graphtest

import (
	"plotline/graph"
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
