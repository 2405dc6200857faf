package graphtest

import (
	"context"
	"slices"

	"plotline/graph"
)

// deletedHub deletes an episode of more relationships than a store may remove at once. Its neighbours keep the others. Then
// it creates the episode and its relationships again, with their ids.
func deletedHub(t tester, w *world) {
	ctx, cancel := context.WithTimeout(t.Context(), 4*soon)
	defer cancel()
	const followers, parts = 600, 500
	edges := make([]Edge, 0, followers+parts+1)
	for i := range followers {
		edges = append(edges, Edge{From: 0, To: 1 + i, Type: graph.Follows, Strength: 1})
	}
	for i := range parts {
		edges = append(edges, Edge{From: 1 + i, To: 0, Type: graph.PartOf, Strength: 1})
	}
	const last, lone = followers + 1, followers + 2 // one has only a relationship to the hub, and one has none
	edges = append(edges, Edge{From: last, To: 0, Type: graph.Follows, Strength: 1})
	ids, rels := Build(ctx, t, w.Store, w.ws, 1+lone, edges)
	w.link(t, graph.Follows, ids[1], ids[2], ids[3])
	w.settled(t, graph.Follows)
	hub := w.must(t, ids[0])
	seen := w.marks(t)

	n, err := w.DeleteEpisode(ctx, w.ws, ids[0])
	ok(t, err)
	same(t, "deleted relationships", n, followers+parts+1)
	seen.after(t, "a hub was deleted")
	w.hubIsGone(t, ids, rels)
	w.settled(t, graph.Follows)
	w.hubIsGone(t, ids, rels)
	w.link(t, graph.Follows, ids[lone], ids[last]) // which raises its level at once, because it is before no other
	same(t, "an order after an add", w.keptOrder(t, graph.Follows, lone-2), []line{
		{"e601", 1, []string{"e602"}}, {"e3", 2, []string{"e2"}},
	})

	hub.ID = 0
	w.create(t, graph.NewEpisode{Episode: hub})
	same(t, "degrees of the new one", len(w.degrees(t, ids[0])), 0)
	for some := range slices.Chunk(rels, bulk) {
		ok(t, second(w.AddRelationships(ctx, w.ws, some)))
	}
	same(t, "degrees after it was created again", w.degrees(t, ids[0]), graph.Degrees{
		graph.Follows: {Outgoing: followers, Incoming: 1}, graph.PartOf: {Incoming: parts},
	})
	same(t, "all relationships", w.extent(t).Relationships, followers+parts+4)
	w.settled(t, graph.Follows)
	same(t, "the order with it", w.keptOrder(t, graph.Follows, lone-1), []line{
		{"e2", 4, []string{"e0", "e1"}}, {"e3", 5, []string{"e0", "e2"}},
	})
}

// hubIsGone checks that no reply shows the first episode or a relationship of it.
func (w *world) hubIsGone(t tester, ids []graph.ID, rels []graph.Relationship) {
	t.Helper()
	_, _, err := w.Episode(t.Context(), w.ws, ids[0])
	refused(t, err, graph.EpisodeNotFound(ids[0]))
	same(t, "degrees of a neighbour", w.degrees(t, ids[1]), graph.Degrees{graph.Follows: {Outgoing: 1}})
	same(t, "degrees of another", len(w.degrees(t, ids[4])), 0)
	around, total, err := w.Relationships(t.Context(), w.ws, graph.RelationshipQuery{Episode: ids[2], Direction: graph.Both, Limit: 1})
	ok(t, err)
	same(t, "relationships of a neighbour", []int{len(around), total}, []int{1, 2})
	found, err := w.RelationshipsByID(t.Context(), w.ws, []graph.ID{rels[0].ID})
	ok(t, err)
	same(t, "relationships by id", len(found), 0)
	refused(t, w.RemoveRelationship(t.Context(), w.ws, rels[0].ID), graph.RelationshipNotFound(rels[0].ID))
	extent := w.extent(t)
	same(t, "extent", []int{extent.Episodes, extent.Relationships}, []int{len(ids) - 1, 2})
	same(t, "pages", len(w.relationshipPage(t, allRelationships)), 2)
	p, err := w.Projection(t.Context(), w.ws, graph.Follows, nil)
	ok(t, err)
	same(t, "projection", []int{len(p.Nodes), len(p.Edges)}, []int{len(ids) - 1, 2})
	related, _, err := w.Related(t.Context(), w.ws, graph.RelatedQuery{Start: ids[1], MaxDepth: 5, Direction: graph.Both})
	ok(t, err)
	same(t, "related", len(related), 2)
	end := graph.OrderQuery{Type: graph.Follows, Limit: 2, Offset: len(ids) - 3}
	w.ordered(t, "the end of the order", end, len(ids)-1, line{"e2", 1, []string{"e1"}}, line{"e3", 2, []string{"e2"}})
}

func (w *world) degrees(t tester, id graph.ID) graph.Degrees {
	t.Helper()
	_, rels, err := w.Episode(t.Context(), w.ws, id)
	ok(t, err)
	return rels.Degrees
}

// keptOrder reads the end of an order, which the store must keep.
func (w *world) keptOrder(t tester, kind graph.Type, offset int) []line {
	t.Helper()
	lines, _, kept := w.orderPage(t, graph.OrderQuery{Type: kind, Limit: 2, Offset: offset})
	if !kept {
		t.Error("the order is not kept")
	}
	return lines
}
