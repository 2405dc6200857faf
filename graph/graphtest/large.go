package graphtest

import (
	"context"
	"fmt"
	"slices"
	"time"

	"plotline/graph"
)

var largeTopic = topic{"large", []testCase{
	{"a chain of two thousand", longChain},
	{"a ladder of forty diamonds", tallLadder},
	{"a hub of a thousand relationships", busyHub},
	{"a hub that is deleted and created again", deletedHub},
	{"a batch as large as a client may send", largestBatch},
}}

// soon is far more time than these answers need, and far less than a walk of all paths would take.
const soon = 30 * time.Second

func longChain(t tester, w *world) {
	ctx, cancel := context.WithTimeout(t.Context(), 4*soon)
	defer cancel()
	const n = 2000
	ids := Chain(ctx, t, w.Store, w.ws, n)
	closed := append([]graph.ID{ids[n]}, ids...)
	path := graph.NewCyclePath(closed)
	if path.Omitted != n+2-graph.PathLimit {
		t.Fatalf("the case is wrong: %d omitted", path.Omitted)
	}
	got, err := w.FindCycle(ctx, w.ws, ids[n], ids[0], graph.Follows)
	ok(t, err)
	same(t, "cycle", got, &path)
	refused(t, second(w.AddRelationship(ctx, w.ws, relationship(ids[n], ids[0], graph.Follows, 1))), graph.CycleCreated(path))
	refused(t, second(w.AddRelationships(ctx, w.ws, []graph.Relationship{
		relationship(ids[0], ids[n], graph.Causes, 1), relationship(ids[n], ids[0], graph.Follows, 1),
	})), graph.CycleCreated(path).At(1))
	for _, length := range []int{graph.PathLimit - 2, graph.PathLimit - 1} { // the longest path shown whole, and the shortest one cut
		got, err := w.FindCycle(ctx, w.ws, ids[length], ids[0], graph.Follows)
		ok(t, err)
		want := graph.NewCyclePath(append([]graph.ID{ids[length]}, ids[:length+1]...))
		same(t, "cycle", got, &want)
	}
	got, err = w.FindCycle(ctx, w.ws, ids[0], ids[n], graph.Follows)
	ok(t, err)
	if got != nil {
		t.Errorf("a cycle of %d along the order", len(got.IDs))
	}
	p, err := w.Projection(ctx, w.ws, graph.Follows, nil)
	ok(t, err)
	same(t, "projection", []int{len(p.Nodes), len(p.Edges)}, []int{n + 1, n})
	p, err = w.Projection(ctx, w.ws, graph.Follows, ids[:1500])
	ok(t, err)
	same(t, "projection of 1,500", []int{len(p.Nodes), len(p.Edges)}, []int{1500, 1499})
	part, err := w.Subgraph(ctx, w.ws, graph.SubgraphQuery{MaxNodes: 500})
	ok(t, err)
	same(t, "subgraph", []int{len(part.Nodes), len(part.Edges), part.Total}, []int{500, 499, n + 1})
	same(t, "newest", part.Nodes[0].EpisodeID, ids[n])
	related, count, err := w.Related(ctx, w.ws, graph.RelatedQuery{Start: ids[1000], MaxDepth: 5, MinStrength: 1, Direction: graph.Both})
	ok(t, err)
	same(t, "related", []int{len(related), count}, []int{10, 10})
}

func tallLadder(t tester, w *world) {
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	defer cancel()
	const n = 40 // 2⁴⁰ paths from one end to the other
	ids := Ladder(ctx, t, w.Store, w.ws, n)
	last := ids[3*n]
	got, err := w.FindCycle(ctx, w.ws, last, ids[0], graph.Follows)
	ok(t, err)
	if got == nil || len(got.IDs) != 2*n+2 {
		t.Fatalf("cycle %v, want one of %d entries", got, 2*n+2)
	}
	got, err = w.FindCycle(ctx, w.ws, ids[0], last, graph.Follows)
	ok(t, err)
	if got != nil {
		t.Errorf("a cycle of %d along the order", len(got.IDs))
	}
	_, err = w.AddRelationship(ctx, w.ws, relationship(last, ids[0], graph.Follows, 1))
	if v := verdictOf(err); v.Code != cycle().Code || len(v.Extra["cycle_path"].([]graph.ID)) != 2*n+2 {
		t.Errorf("error %v, want a cycle", err)
	}
	ok(t, second(w.AddRelationship(ctx, w.ws, relationship(ids[0], last, graph.Follows, 1))))
	related, count, err := w.Related(ctx, w.ws, graph.RelatedQuery{Start: ids[0], MaxDepth: 5, Direction: graph.Both, Strongest: true})
	ok(t, err)
	same(t, "related", []int{len(related), count}, []int{15, 15})
	part, err := w.Subgraph(ctx, w.ws, graph.SubgraphQuery{IDs: ids[:1], Depth: 5, MaxNodes: 500})
	ok(t, err)
	same(t, "subgraph", len(part.Nodes), 16)
}

func busyHub(t tester, w *world) {
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	defer cancel()
	edges := make([]Edge, 0, bulk)
	for i := range bulk {
		e := Edge{From: 0, To: 1 + i/2, Type: graph.PartOf, Strength: float64(i%10) / 10}
		if i%2 == 1 {
			e.From, e.To = e.To, e.From
		}
		edges = append(edges, e)
	}
	ids, rels := Build(ctx, t, w.Store, w.ws, 1+bulk/2, edges)
	got, count, err := w.Relationships(ctx, w.ws, graph.RelationshipQuery{Episode: ids[0], Direction: graph.Both})
	ok(t, err)
	same(t, "relationships", got, rels)
	same(t, "count", count, bulk)
	got, count, err = w.Relationships(ctx, w.ws, graph.RelationshipQuery{
		Episode: ids[0], Direction: graph.Incoming, MinStrength: 0.9, Limit: 7,
	})
	ok(t, err)
	same(t, "a page and the count", []int{len(got), count}, []int{7, bulk / 10})
	related, count, err := w.Related(ctx, w.ws, graph.RelatedQuery{
		Start: ids[1], MaxDepth: 2, MinStrength: 0.1, Direction: graph.Both, Limit: 10,
	})
	ok(t, err)
	// From e1 the hub is one hop away, with strength 0.1. Nothing beyond it has a strength of 0.1 or more.
	same(t, "related", fmt.Sprint(len(related), count), "1 1")
	n, err := w.DeleteEpisode(ctx, w.ws, ids[0])
	ok(t, err)
	same(t, "deleted relationships", n, bulk)
}

func largestBatch(t tester, w *world) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*soon)
	defer cancel()
	edges := randomEdges(t, bulk, 5*bulk, graph.Types(), 3)
	episodes, rels := plan(bulk, edges)
	batch := graph.Batch{Episodes: episodes}
	for i, e := range edges {
		rel := rels[i]
		rel.From, rel.To, rel.Metadata = "", "", object(`{"n":1.0}`)
		batch.Relationships = append(batch.Relationships, graph.NewRelationship{
			Relationship: rel, FromEnd: nth(e.From), ToEnd: nth(e.To),
		})
		rels[i].Metadata = rel.Metadata
	}
	_, err := w.CreateEpisodes(ctx, w.ws, graph.Batch{
		Episodes: episodes, Relationships: slices.Concat(batch.Relationships, []graph.NewRelationship{link(nth(0), nth(0), graph.PartOf)}),
	})
	refused(t, err, graph.SameEnds().At(len(edges)))
	made, err := w.CreateEpisodes(ctx, w.ws, batch)
	ok(t, err)
	same(t, "relationships", made.Relationships, rels)
	_, total, err := w.ListEpisodes(ctx, w.ws, graph.ListQuery{Limit: 1})
	ok(t, err)
	same(t, "episodes", []int{len(made.Episodes), total}, []int{bulk, bulk})
}
