package graphtest

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"plotline/graph"
)

var subgraphTopic = topic{"subgraph", []testCase{
	{"an empty workspace", subgraphEmpty},
	{"the newest", subgraphNewest},
	{"named episodes and what is between them", subgraphNamed},
	{"unknown ids are all named", subgraphUnknown},
	{"types", subgraphTypes},
	{"grown in both directions", subgraphGrown},
	{"too many: fewest hops, then newest", subgraphCut},
	{"random graphs, as the model sees them", subgraphRandom},
}}

// sameSubgraph compares subgraphs. The edges' metadata may be empty.
func sameSubgraph(t rapid.TB, what string, got, want graph.Subgraph) {
	t.Helper()
	notNil(t, what+", nodes", got.Nodes)
	notNil(t, what+", edges", got.Edges)
	want.Edges = slices.Clone(want.Edges)
	for i := range min(len(got.Edges), len(want.Edges)) {
		if len(got.Edges[i].Metadata) == 0 {
			want.Edges[i].Metadata = nil
		}
	}
	same(t, what, got, want)
}

// shows expects a subgraph of these episodes and relationships, by index, in this order.
func (g *net) shows(t tester, q graph.SubgraphQuery, total int, nodes, edges []int) {
	t.Helper()
	if q.MaxNodes == 0 {
		q.MaxNodes = 100
	}
	got, err := g.Subgraph(t.Context(), g.ws, q)
	ok(t, err)
	notNil(t, "nodes", got.Nodes)
	notNil(t, "edges", got.Edges)
	gotNodes, gotEdges := make([]int, len(got.Nodes)), make([]int, len(got.Edges))
	for i, n := range got.Nodes {
		gotNodes[i] = slices.Index(g.episodes, n.EpisodeID)
	}
	for i, r := range got.Edges {
		gotEdges[i] = slices.Index(g.rels, r.ID)
	}
	what := fmt.Sprintf("subgraph by %+v", q)
	same(t, what+", nodes", gotNodes, nodes)
	same(t, what+", edges", gotEdges, edges)
	same(t, what+", total", got.Total, total)
}

// pick returns the ids of the episodes at these indexes.
func (g *net) pick(indexes ...int) []graph.ID {
	ids := make([]graph.ID, len(indexes))
	for i, n := range indexes {
		ids[i] = g.episodes[n]
	}
	return ids
}

// tree creates a small graph: e0 – e1 – e2 – e3 in a row, e4 connected with e1 by related_to, and e5 alone.
func tree(t tester, w *world) *net {
	t.Helper()
	return w.net(t, 6, Edge{0, 1, graph.Follows, 0.1}, Edge{2, 1, graph.Causes, 0.3}, Edge{2, 3, graph.Follows, 1},
		Edge{1, 4, graph.RelatedTo, 1}, Edge{4, 1, graph.RelatedTo, 0})
}

func subgraphEmpty(t tester, w *world) {
	got, err := w.Subgraph(t.Context(), w.ws, graph.SubgraphQuery{MaxNodes: 10, Depth: 2})
	ok(t, err)
	sameSubgraph(t, "empty", got, graph.Subgraph{})
	ghost := graph.NewID()
	_, err = w.Subgraph(t.Context(), w.ws, graph.SubgraphQuery{IDs: []graph.ID{ghost}, MaxNodes: 10})
	refused(t, err, graph.EpisodeNotFound(ghost))
}

func subgraphNewest(t tester, w *world) {
	g := tree(t, w)
	g.shows(t, graph.SubgraphQuery{}, 6, []int{5, 4, 3, 2, 1, 0}, []int{0, 1, 2, 3, 4})
	g.shows(t, graph.SubgraphQuery{IDs: []graph.ID{}, Depth: 5, MaxNodes: 3}, 6, []int{5, 4, 3}, nil)
	g.shows(t, graph.SubgraphQuery{MaxNodes: 5}, 6, []int{5, 4, 3, 2, 1}, []int{1, 2, 3, 4})
	g.shows(t, graph.SubgraphQuery{MaxNodes: 5, MaxEdges: 2}, 6, []int{5, 4, 3, 2, 1}, []int{1, 2})
	g.shows(t, graph.SubgraphQuery{IDs: g.pick(1, 4, 0), MaxEdges: 1}, 3, []int{4, 1, 0}, []int{0})
	ties := w.create(t, episode("tie1", 3), episode("tie2", 3))
	got, err := w.Subgraph(t.Context(), w.ws, graph.SubgraphQuery{MaxNodes: 3})
	ok(t, err)
	same(t, "with ties", got.Nodes[2].EpisodeID, ties[1].EpisodeID)
	got, err = w.Subgraph(t.Context(), w.ws, graph.SubgraphQuery{IDs: g.pick(0, 1), MaxNodes: 9})
	ok(t, err)
	rel, err := w.RelationshipsByID(t.Context(), w.ws, g.rels[:1])
	ok(t, err)
	one, _, err := w.Episode(t.Context(), w.ws, g.episodes[1])
	ok(t, err)
	zero, _, err := w.Episode(t.Context(), w.ws, g.episodes[0])
	ok(t, err)
	sameSubgraph(t, "whole", got, graph.Subgraph{Nodes: []graph.ShownNode{shownNodeOf(one), shownNodeOf(zero)}, Edges: rel, Total: 2})
}

func subgraphNamed(t tester, w *world) {
	g := tree(t, w)
	g.shows(t, graph.SubgraphQuery{IDs: g.pick(1, 4, 0)}, 3, []int{4, 1, 0}, []int{0, 3, 4})
	g.shows(t, graph.SubgraphQuery{IDs: g.pick(3, 0)}, 2, []int{3, 0}, nil)
	g.shows(t, graph.SubgraphQuery{IDs: g.pick(5)}, 1, []int{5}, nil)
	g.shows(t, graph.SubgraphQuery{IDs: g.pick(0, 1, 2, 3), MaxNodes: 2}, 4, []int{3, 2}, []int{2})
}

func subgraphUnknown(t tester, w *world) {
	g := tree(t, w)
	ghost, spirit := graph.NewID(), graph.NewID()
	for _, depth := range []int{0, 2} {
		_, err := w.Subgraph(t.Context(), w.ws, graph.SubgraphQuery{
			IDs: []graph.ID{spirit, g.episodes[0], ghost}, MaxNodes: 1, Depth: depth,
		})
		refused(t, err, graph.EpisodeNotFound(spirit, ghost))
	}
	many := ghosts(1000)
	_, err := w.Subgraph(t.Context(), w.ws, graph.SubgraphQuery{IDs: append(g.pick(2), many...), MaxNodes: 500})
	refused(t, err, graph.EpisodeNotFound(many...))
}

func subgraphTypes(t tester, w *world) {
	g := tree(t, w)
	causes, both := []graph.Type{graph.Causes}, []graph.Type{graph.Follows, graph.RelatedTo}
	g.shows(t, graph.SubgraphQuery{Types: causes}, 6, []int{5, 4, 3, 2, 1, 0}, []int{1})
	g.shows(t, graph.SubgraphQuery{Types: both}, 6, []int{5, 4, 3, 2, 1, 0}, []int{0, 2, 3, 4})
	g.shows(t, graph.SubgraphQuery{IDs: g.pick(1), Depth: 5, Types: causes}, 2, []int{2, 1}, []int{1})
	g.shows(t, graph.SubgraphQuery{IDs: g.pick(1), Depth: 5, Types: both}, 3, []int{4, 1, 0}, []int{0, 3, 4})
	g.shows(t, graph.SubgraphQuery{IDs: g.pick(1), Depth: 1, Types: []graph.Type{graph.Refines}}, 1, []int{1}, nil)
	g.shows(t, graph.SubgraphQuery{IDs: g.pick(1, 2), Depth: 1, Types: []graph.Type{}}, 5, []int{4, 3, 2, 1, 0}, []int{0, 1, 2, 3, 4})
}

func subgraphGrown(t tester, w *world) {
	g := tree(t, w)
	g.shows(t, graph.SubgraphQuery{IDs: g.pick(0)}, 1, []int{0}, nil)
	g.shows(t, graph.SubgraphQuery{IDs: g.pick(0), Depth: 1}, 2, []int{1, 0}, []int{0})
	g.shows(t, graph.SubgraphQuery{IDs: g.pick(0), Depth: 2}, 4, []int{4, 2, 1, 0}, []int{0, 1, 3, 4})
	g.shows(t, graph.SubgraphQuery{IDs: g.pick(0), Depth: 3}, 5, []int{4, 3, 2, 1, 0}, []int{0, 1, 2, 3, 4})
	g.shows(t, graph.SubgraphQuery{IDs: g.pick(0), Depth: 5}, 5, []int{4, 3, 2, 1, 0}, []int{0, 1, 2, 3, 4})
	g.shows(t, graph.SubgraphQuery{IDs: g.pick(3, 4), Depth: 1}, 4, []int{4, 3, 2, 1}, []int{1, 2, 3, 4})
	g.shows(t, graph.SubgraphQuery{IDs: g.pick(5), Depth: 5}, 1, []int{5}, nil)
}

func subgraphCut(t tester, w *world) {
	g := tree(t, w)
	grown := graph.SubgraphQuery{IDs: g.pick(0), Depth: 3}
	for i, c := range []struct{ nodes, edges []int }{
		{[]int{0}, nil},
		{[]int{1, 0}, []int{0}},
		{[]int{4, 1, 0}, []int{0, 3, 4}}, // two hops: the newer of e2 and e4
		{[]int{4, 2, 1, 0}, []int{0, 1, 3, 4}},
		{[]int{4, 3, 2, 1, 0}, []int{0, 1, 2, 3, 4}},
		{[]int{4, 3, 2, 1, 0}, []int{0, 1, 2, 3, 4}},
	} {
		grown.MaxNodes = i + 1
		g.shows(t, grown, 5, c.nodes, c.edges)
	}
	// e0 was named, so it precedes the newer ones around it. Of the named, the newest stay.
	g.shows(t, graph.SubgraphQuery{IDs: g.pick(0, 1), Depth: 1, MaxNodes: 1}, 4, []int{1}, nil)
	g.shows(t, graph.SubgraphQuery{IDs: g.pick(0, 1), Depth: 1, MaxNodes: 3}, 4, []int{4, 1, 0}, []int{0, 3, 4})
}

// subgraphRandom compares with the model.
func subgraphRandom(t tester, w *world) {
	model := NewModel()
	edges := randomEdges(t, 60, 90, graph.Types(), 11)
	episodes, rels := plan(60, edges)
	for i := range episodes {
		episodes[i].CreatedAt = at(i * 7 % 10) // many ties
	}
	for i := range rels {
		rels[i].CreatedAt = at(i % 4)
	}
	fill(t.Context(), t, w.Store, w.ws, episodes, rels)
	fill(t.Context(), t, model, w.ws, episodes, rels)
	for i := range 30 {
		q := graph.SubgraphQuery{
			MaxNodes: []int{3, 15, 500}[i%3], Depth: i % 6,
			Types: [][]graph.Type{nil, {graph.RelatedTo, graph.Follows}}[i/3%2],
		}
		for j := range i % 4 {
			q.IDs = append(q.IDs, episodes[(i*7+j*13)%60].EpisodeID)
		}
		want, err := model.Subgraph(t.Context(), w.ws, q)
		ok(t, err)
		got, err := w.Subgraph(t.Context(), w.ws, q)
		ok(t, err)
		sameSubgraph(t, fmt.Sprintf("subgraph by %+v", q), got, want)
	}
}
