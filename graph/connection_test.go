package graph_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

func TestExplainConnection(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.episodes(t, "cause", "outage", "fix", "doubt", "alone")
	caused := w.relate(t, ids[0], ids[1], graph.Causes, 0.5)
	refined := w.relate(t, ids[2], ids[1], graph.Refines, 0.5)
	direct := w.relate(t, ids[0], ids[2], graph.RelatedTo, 0.125)
	w.relate(t, ids[3], ids[2], graph.Contradicts, 0)
	const explain = "explain_connection"

	got := w.ok(t, explain, `{"from": %q, "to": 3}`, ids[0])
	same(t, "both paths", answer{
		"connected": true,
		"paths": []any{map[string]any{
			"text":           `#1 "cause" caused #2 "outage" (0.5), which is refined by #3 "fix" (0.5). Strength 0.25.`,
			"total_strength": 0.25, "path": anys(caused, refined),
			"steps": []any{step("causes", "outgoing", 0.5, 2, "outage"), step("refines", "incoming", 0.5, 3, "fix")},
		}, map[string]any{
			"text":           `#1 "cause" is related to #3 "fix" (0.125). Strength 0.125.`,
			"total_strength": 0.125, "path": anys(direct), "steps": []any{step("related_to", "outgoing", 0.125, 3, "fix")},
		}},
	}, got)
	w.touched(t, ids[0], ids[2])

	same(t, "one path", 1, len(w.ok(t, explain, `{"from": 1, "to": 2}`).list("paths")))
	same(t, "a path of strength 0", true, w.ok(t, explain, `{"from": 4, "to": 2}`)["connected"].(bool))
	for _, rest := range []string{
		`"to": 5`,
	} {
		same(t, rest, answer{"connected": false, "paths": []any{}}, w.ok(t, explain, `{"from": 1, %s}`, rest))
	}
	w.fails(t, fault.NotFound, "Episode not found: "+string(unknown)+", #9", explain, `{"from": %q, "to": 9}`, unknown)
	w.fails(t, fault.InvalidArgument, "from and to must differ", explain, `{"from": 1, "to": %q}`, ids[0])
}

// TestConnectionRandom compares with a search that tries every path, on drawn graphs.
func TestConnectionRandom(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		store := graphtest.NewModel()
		const n = 7
		batch := graph.Batch{}
		for range n {
			batch.Episodes = append(batch.Episodes, graph.NewEpisode{Episode: graph.Episode{EpisodeID: graph.NewID(), Name: "e"}})
		}
		made, err := store.CreateEpisodes(r.Context(), "w", batch)
		if err != nil {
			r.Fatal(err)
		}
		strengths := [n][n]float64{} // the best between two episodes, -1 for none
		for i := range n {
			for j := range n {
				strengths[i][j] = -1
			}
		}
		for range rapid.IntRange(0, 14).Draw(r, "relationships") {
			a, b := rapid.IntRange(0, n-1).Draw(r, "from"), rapid.IntRange(0, n-1).Draw(r, "to")
			strength := rapid.SampledFrom([]float64{0, 0.25, 0.5, 1}).Draw(r, "strength")
			rel := graph.Relationship{ID: graph.NewID(), From: made.Episodes[a].EpisodeID, To: made.Episodes[b].EpisodeID, Type: graph.RelatedTo, Strength: strength}
			if a == b {
				continue
			}
			if _, err := store.AddRelationship(r.Context(), "w", rel); err != nil {
				continue
			}
			best := max(strength, strengths[a][b])
			strengths[a][b], strengths[b][a] = best, best
		}
		const depth = 5
		got, err := graph.NewService(store, &usecase.Runner{}).ExplainConnection(r.Context(), by, graph.ExplainConnectionInput{
			From: graph.EpisodeRef(made.Episodes[0].EpisodeID), To: graph.EpisodeRef(made.Episodes[1].EpisodeID),
		})
		if err != nil {
			r.Fatal(err)
		}
		best := bestWalks(strengths[:], depth)
		strongest, shortest := -1.0, 0
		for hops, strength := range best {
			if strength > strongest {
				strongest = strength
			}
			if strength >= 0 && shortest == 0 {
				shortest = hops
			}
		}
		if got.Connected != (strongest >= 0) {
			r.Fatalf("connected %t, want strength %g", got.Connected, strongest)
		}
		if !got.Connected {
			return
		}
		long := got.Paths[0]
		if math.Abs(long.TotalStrength-strongest) > 1e-12 {
			r.Errorf("strongest %g, want %g", long.TotalStrength, strongest)
		}
		short := got.Paths[len(got.Paths)-1]
		if len(short.Path) != shortest || math.Abs(short.TotalStrength-best[shortest]) > 1e-12 {
			r.Errorf("shortest %d hops of %g, want %d of %g", len(short.Path), short.TotalStrength, shortest, best[shortest])
		}
	})
}

// bestWalks returns the highest product of a walk from 0 to 1 for each number of hops, -1 for none.
func bestWalks[Row [7]float64](strengths []Row, depth int) []float64 {
	const n = 7
	at := [n]float64{1, -1, -1, -1, -1, -1, -1}
	best := append(make([]float64, 0, depth+1), -1)
	for range depth {
		next := [n]float64{-1, -1, -1, -1, -1, -1, -1}
		for i := range n {
			for j := range n {
				if at[i] >= 0 && [n]float64(strengths[i])[j] >= 0 {
					next[j] = max(next[j], at[i]*[n]float64(strengths[i])[j])
				}
			}
		}
		at = next
		best = append(best, at[1])
	}
	return best
}
