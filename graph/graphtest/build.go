package graphtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"pgregory.net/rapid"

	"plotline/graph"
)

// bulk is the number of episodes or relationships in one call.
const bulk = 1000

// Chain creates n relationships in a row, e0 follows→ e1 follows→ …. It returns the n+1 episodes in that
// order, each a second newer than the one before.
func Chain(ctx context.Context, t rapid.TB, store graph.Store, ws string, n int) []graph.ID {
	t.Helper()
	edges := make([]Edge, n)
	for i := range edges {
		edges[i] = Edge{From: i, To: i + 1, Type: graph.Follows, Strength: 1}
	}
	ids, _ := Build(ctx, t, store, ws, n+1, edges)
	return ids
}

// Ladder creates n diamonds in a row: from 3i to 3i+1 and 3i+2, and from these to 3i+3. It returns the 3n+1
// episodes. There are 2ⁿ paths of 2n relationships between the first and the last.
func Ladder(ctx context.Context, t rapid.TB, store graph.Store, ws string, n int) []graph.ID {
	t.Helper()
	edges := make([]Edge, 0, 4*n)
	for i := range n {
		for _, e := range [][2]int{{0, 1}, {0, 2}, {1, 3}, {2, 3}} {
			edges = append(edges, Edge{From: 3*i + e[0], To: 3*i + e[1], Type: graph.Follows, Strength: 1})
		}
	}
	ids, _ := Build(ctx, t, store, ws, 3*n+1, edges)
	return ids
}

// Random creates n episodes and the given number of relationships of the given types. Each leads from an
// older episode to a newer one, which keeps the ordering types acyclic. The same seed gives the same graph
// except for the ids. The limit is n·(n−1)/2 relationships of each type.
func Random(
	ctx context.Context, t rapid.TB, store graph.Store, ws string, n, edges int, types []graph.Type, seed uint64,
) ([]graph.ID, []graph.Relationship) {
	t.Helper()
	return Build(ctx, t, store, ws, n, randomEdges(t, n, edges, types, seed))
}

func randomEdges(t rapid.TB, n, edges int, types []graph.Type, seed uint64) []Edge {
	t.Helper()
	if possible := n * (n - 1) / 2 * len(types); edges > possible {
		t.Fatalf("no room for %d relationships, only for %d", edges, possible)
	}
	rng := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // the graph must be the same each time
	taken := map[Edge]bool{}
	list := make([]Edge, 0, edges)
	for len(list) < edges {
		a, b := rng.IntN(n), rng.IntN(n)
		e := Edge{From: min(a, b), To: max(a, b), Type: types[rng.IntN(len(types))]}
		if a != b && !taken[e] {
			taken[e] = true
			e.Strength = float64(1+rng.IntN(20)) / 20
			list = append(list, e)
		}
	}
	// Sorted by their from ends, no relationship finds another that starts at its to end. The check for
	// cycles then costs nothing during the build.
	slices.SortFunc(list, func(a, b Edge) int { return a.From - b.From })
	return list
}

// Edge is a relationship to build between the episodes at two indexes.
type Edge struct {
	From, To int
	Type     graph.Type
	Strength float64
}

// Build creates n episodes, each a second newer than the one before, and the relationships between them. It
// uses calls of up to 1,000 items.
func Build(
	ctx context.Context, t rapid.TB, store graph.Store, ws string, n int, edges []Edge,
) ([]graph.ID, []graph.Relationship) {
	t.Helper()
	episodes, rels := plan(n, edges)
	fill(ctx, t, store, ws, episodes, rels)
	ids := make([]graph.ID, n)
	for i, e := range episodes {
		ids[i] = e.EpisodeID
	}
	return ids, rels
}

// plan returns what Build stores, for tests that store it in several places.
func plan(n int, edges []Edge) ([]graph.NewEpisode, []graph.Relationship) {
	episodes := make([]graph.NewEpisode, n)
	for i := range episodes {
		episodes[i] = episode(fmt.Sprintf("e%d", i), i)
	}
	rels := make([]graph.Relationship, len(edges))
	for i, e := range edges {
		rels[i] = relationship(episodes[e.From].EpisodeID, episodes[e.To].EpisodeID, e.Type, e.Strength)
		rels[i].CreatedAt = at(i)
	}
	return episodes, rels
}

// fill stores episodes and relationships in calls of up to 1,000 items.
func fill(
	ctx context.Context, t rapid.TB, store graph.Store, ws string,
	episodes []graph.NewEpisode, rels []graph.Relationship,
) {
	t.Helper()
	for part := range slices.Chunk(episodes, bulk) {
		_, err := store.CreateEpisodes(ctx, ws, graph.Batch{Episodes: part})
		ok(t, err)
	}
	for part := range slices.Chunk(rels, bulk) {
		ok(t, second(store.AddRelationships(ctx, ws, part)))
	}
}
