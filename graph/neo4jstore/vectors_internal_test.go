package neo4jstore

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"plotline/graph"
	"plotline/internal/fault"
)

// drawn returns the random vector of a seed.
func drawn(seed uint64, components int) graph.Vector {
	random := rand.New(rand.NewPCG(seed, 3)) //nolint:gosec // the same vectors in each run
	exact := make([]float32, components)
	for i := range exact {
		exact[i] = float32(random.NormFloat64() + 0.3)
	}
	return graph.NewVector(exact)
}

// meant returns the vector of a text.
func meant(e graph.Episode) graph.Vector {
	sum := fnv.New64()
	_, _ = sum.Write([]byte(graph.EmbeddedText(e)))
	return drawn(sum.Sum64(), 24)
}

// embedAll stores a vector for every episode that waits, and returns their number.
func embedAll(tb testing.TB, s *Store, ws, model string, some int, vector func(graph.Episode) graph.Vector) (all int) {
	tb.Helper()
	for {
		token := string(graph.NewID())
		list, err := s.ClaimTexts(tb.Context(), ws, graph.Claim{Model: model, Token: token, Now: 1, Lasts: time.Minute, Limit: some})
		ok(tb, err)
		if len(list) == 0 {
			return all
		}
		vectors := make([]graph.EpisodeVector, len(list))
		for i, e := range list {
			vectors[i] = graph.EpisodeVector{EpisodeID: e.EpisodeID, Vectors: []graph.Vector{vector(e)}}
		}
		stored, err := s.PutVectors(tb.Context(), ws, token, vectors)
		ok(tb, err)
		all += stored
	}
}

func (t fixture) has(want graph.Embeddings) {
	t.Helper()
	got, err := t.s[0].Embeddings(t.Context(), t.ws)
	ok(t, err)
	if got != want {
		t.Errorf("the workspace has %+v, want %+v", got, want)
	}
}

// TestNearestIndexed checks that the vector index finds what the exact search finds, with another workspace in the
// database.
func TestNearestIndexed(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		const number, components, wanted = 600, 48, 20
		s, other := t.s[0], t.ws+"-other"
		t.Cleanup(func() { clean(t, s, other) })
		for _, ws := range []string{t.ws, other} {
			makeSome(t, s, ws, number)
			ok(t, second(s.UseModel(t.Context(), ws, "small", false)))
			seed := uint64(0)
			got := embedAll(t, s, ws, "small", 200, func(graph.Episode) graph.Vector { seed++; return drawn(seed, components) })
			if got != number {
				t.Fatalf("%d vectors", got)
			}
		}
		hits := 0
		for seed := range uint64(5) {
			q := graph.VectorQuery{Model: "small", Vector: drawn(90_000+seed, components), Limit: wanted}
			exact, err := s.FindNearest(t.Context(), t.ws, q)
			ok(t, err)
			found, enough, err := s.nearestIndexed(t.Context(), t.ws, modelState{series: 1}, q, direction(q.Vector))
			ok(t, err)
			if !enough || len(found) != wanted || len(exact.Matches) != wanted {
				t.Fatalf("found %d, enough %t, exactly %d", len(found), enough, len(exact.Matches))
			}
			hits += inBoth(found, exact.Matches)
		}
		if hits < wanted*5*19/20 {
			t.Errorf("%d of %d nearest", hits, wanted*5)
		}
		most := graph.VectorQuery{Model: "small", Vector: drawn(1, components), Limit: number + 1}
		if _, enough, err := s.nearestIndexed(t.Context(), t.ws, modelState{series: 1}, most, direction(most.Vector)); err != nil || enough {
			t.Errorf("more than there are: %t, %v", enough, err)
		}
	})
}

// countParts returns how many further parts of texts a workspace has.
func countParts(t fixture) int64 {
	t.Helper()
	n, err := exec(t.Context(), t.s[0], (&statement{name: "count parts", effect: reads, text: `
		MATCH (p:PlotlinePart) WHERE p.workspace = $workspace RETURN count(p) AS parts`}).with(params{"workspace": t.ws}),
		func(r *row) (int64, error) { return r.integer("parts"), nil })
	ok(t, err)
	return n
}

// putParts stores the vectors of all waiting episodes. Those of an episode depend on its place in the list.
func putParts(t fixture, model string, parts func(place int) []graph.Vector) []graph.EpisodeVector {
	t.Helper()
	texts, err := t.s[0].ClaimTexts(t.Context(), t.ws, graph.Claim{Model: model, Token: "a", Now: 1, Lasts: time.Minute, Limit: 1000})
	ok(t, err)
	list := make([]graph.EpisodeVector, len(texts))
	for i, e := range texts {
		list[i] = graph.EpisodeVector{EpisodeID: e.EpisodeID, Vectors: parts(i)}
	}
	stored, err := t.s[0].PutVectors(t.Context(), t.ws, "a", list)
	ok(t, err)
	if stored != len(list) {
		t.Fatalf("stored for %d of %d", stored, len(list))
	}
	return list
}

// TestNearestIndexedParts checks that the vector indexes find what the exact search finds of texts in parts.
func TestNearestIndexedParts(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		const number, components, wanted = 300, 48, 20
		s := t.s[0]
		makeSome(t, s, t.ws, number)
		ok(t, second(s.UseModel(t.Context(), t.ws, "small", false)))
		list := putParts(t, "small", func(place int) (parts []graph.Vector) {
			for part := range []int{1, 2, graph.MaxParts, 0}[place%4] {
				parts = append(parts, drawn(uint64(place*graph.MaxParts+part), components)) //nolint:gosec // not negative
			}
			return parts
		})
		n, err := s.currentModel(t.Context(), t.ws, "small")
		ok(t, err)
		hits := 0
		for seed := range uint64(5) {
			q := graph.VectorQuery{Model: "small", Vector: drawn(90_000+seed, components), Limit: wanted, IDs: []graph.ID{list[1].EpisodeID, list[3].EpisodeID}}
			exact, err := s.FindNearest(t.Context(), t.ws, q)
			ok(t, err)
			found, enough, err := s.nearestIndexed(t.Context(), t.ws, n, q, direction(q.Vector))
			ok(t, err)
			if !enough || len(found) < wanted || len(found) > wanted+1 || len(found) != len(exact.Matches) {
				t.Fatalf("found %d, enough %t, exactly %d", len(found), enough, len(exact.Matches))
			}
			hits += inBoth(found, exact.Matches)
		}
		if hits < wanted*5*19/20 {
			t.Errorf("%d of %d nearest", hits, wanted*5)
		}
		const vectors = number / 4 * (1 + 2 + graph.MaxParts)
		for _, limit := range []int{number, vectors - 1, vectors} {
			if more, err := s.beyond(t.Context(), t.ws, n, limit); err != nil || more != (limit < vectors) {
				t.Errorf("more than %d vectors: %t, %v", limit, more, err)
			}
		}
	})
}

// TestPartsAreDeleted checks that no part stays without its text.
func TestPartsAreDeleted(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		s, ids := t.s[0], makeSome(t, t.s[0], t.ws, 4)
		ok(t, second(s.UseModel(t.Context(), t.ws, "small", false)))
		three := func(int) []graph.Vector { return []graph.Vector{drawn(1, 4), drawn(2, 4), drawn(3, 4)} }
		putParts(t, "small", three)
		has := func(what string, want int64) {
			t.Helper()
			if got := countParts(t); got != want {
				t.Errorf("%s: %d further parts, want %d", what, got, want)
			}
		}
		has("at first", 8)
		ok(t, second(s.DeleteEpisode(t.Context(), t.ws, ids[0])))
		has("after a deletion", 6)
		rename(t, s, ids[1], "renamed")
		has("after a change", 4)
		ok(t, second(s.UseModel(t.Context(), t.ws, "large", true)))
		putParts(t, "large", three)
		has("after another model", 6)
		t.has(graph.Embeddings{Model: "large", Vectors: 3})
		for done := false; !done; {
			deleted, err := s.DeleteWorkspace(t.Context(), t.ws, graph.DeletionQuery{Begin: true, Limit: 5})
			ok(t, err)
			done = deleted.Done
		}
		has("after the deletion of the workspace", 0)
	})
}

// clean deletes the episodes of an additional workspace.
func clean(tb testing.TB, s *Store, ws string) {
	tb.Helper()
	_, err := exec(context.WithoutCancel(tb.Context()), s, (&statement{name: "clean", effect: adds, text: `
		MATCH (n:Episode|PlotlineSerial|PlotlineModel|PlotlinePart) WHERE n.workspace = $workspace DETACH DELETE n`}).with(params{"workspace": ws}), nothing)
	ok(tb, err)
}

// TestVectorsOfZeros covers vectors of zeros, which have no direction and which the server does not compare.
func TestVectorsOfZeros(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		s, zero := t.s[0], make(graph.Vector, 4)
		makeSome(t, s, t.ws, 2)
		ok(t, second(s.UseModel(t.Context(), t.ws, "small", false)))
		vectors := []graph.Vector{zero, {1, 2, 3, 4}}
		embedAll(t, s, t.ws, "small", 1, func(graph.Episode) (v graph.Vector) { v, vectors = vectors[0], vectors[1:]; return v })
		for vector, want := range map[*graph.Vector]float64{&zero: 0, {1, 2, 3, 4}: 1} {
			found, err := s.FindNearest(t.Context(), t.ws, graph.VectorQuery{Model: "small", Vector: *vector, Limit: 9})
			ok(t, err)
			highest := -1.0
			for _, m := range found.Matches {
				highest = max(highest, m.Cosine)
			}
			if len(found.Matches) != 2 || highest < want-1e-6 || highest > want+1e-6 {
				t.Errorf("%v: %+v", *vector, found)
			}
		}
	})
}

// TestDeleteLastEpisode checks that the next model takes over when the last episode that waits for it is deleted.
func TestDeleteLastEpisode(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		s, ids := t.s[0], makeSome(t, t.s[0], t.ws, 2)
		for _, follows := range []string{"first", "second"} {
			ok(t, second(s.UseModel(t.Context(), t.ws, follows, true)))
			embedAll(t, s, t.ws, follows, 9, meant)
		}
		ok(t, second(s.UseModel(t.Context(), t.ws, "third", true)))
		list, err := s.ClaimTexts(t.Context(), t.ws, graph.Claim{Model: "third", Token: "a", Now: 1, Lasts: time.Minute, Limit: 1})
		ok(t, err)
		ok(t, second(s.PutVectors(t.Context(), t.ws, "a", []graph.EpisodeVector{{EpisodeID: list[0].EpisodeID, Vectors: []graph.Vector{meant(list[0])}}})))
		left := ids[0]
		if left == list[0].EpisodeID {
			left = ids[1]
		}
		ok(t, second(s.DeleteEpisode(t.Context(), t.ws, left)))
		found, err := s.FindNearest(t.Context(), t.ws, graph.VectorQuery{Model: "third", Vector: meant(list[0]), Limit: 9})
		ok(t, err)
		if found.Model != "third" || len(found.Matches) != 1 {
			t.Errorf("found %+v", found)
		}
		t.has(graph.Embeddings{Model: "third", Vectors: 1})
	})
}

// TestEmbeddingRacesChanges creates and changes episodes while other calls embed them and change the model. No vector
// may belong to an old text, and none may be missing at the end.
func TestEmbeddingRacesChanges(t *testing.T) {
	onBoth(t, 4, func(t fixture) {
		const each = 12
		ids := makeSome(t, t.s[0], t.ws, each)
		together(6, func(i int) {
			s := t.s[i%len(t.s)]
			for round := range each {
				switch {
				case i == 0:
					ok(t, second(s.UseModel(t.Context(), t.ws, fmt.Sprint("model", round/5), true)))
				case i == 1:
					makeSome(t, s, t.ws, 1)
				case i < 4:
					rename(t, s, ids[round], fmt.Sprint("renamed ", i))
				default:
					now, err := s.Embeddings(t.Context(), t.ws)
					ok(t, err)
					if now.Model != "" {
						embedAll(t, s, t.ws, now.Target(), 5, meant)
					}
				}
			}
		})
		target, err := t.s[0].UseModel(t.Context(), t.ws, "last", true)
		ok(t, err)
		embedAll(t, t.s[0], t.ws, target.Target(), 100, meant)
		t.has(graph.Embeddings{Model: "last", Vectors: 2 * each})
		list, err := t.s[0].EpisodePage(t.Context(), t.ws, graph.Page[int64]{UpTo: 1000, Limit: 100})
		ok(t, err)
		for _, e := range list {
			q := graph.VectorQuery{Model: "last", Vector: meant(e.Episode), IDs: []graph.ID{e.EpisodeID}}
			found, err := t.s[0].FindNearest(t.Context(), t.ws, q)
			ok(t, err)
			if len(found.Matches) != 1 || found.Matches[0].Cosine < 0.999 {
				t.Errorf("%s: %+v", e.Name, found)
			}
		}
	})
}

// rename changes the text of an episode while other calls change it, too.
func rename(t fixture, s *Store, id graph.ID, to string) {
	t.Helper()
	e, _, err := s.Episode(t.Context(), t.ws, id)
	ok(t, err)
	was := e.UpdatedAt
	e.Name, e.UpdatedAt = to, was+1
	if err := s.ReplaceEpisode(t.Context(), t.ws, e, was); err != nil && fault.CodeOf(err) != fault.Conflict {
		t.Errorf("rename: %v", err)
	}
}

// inBoth counts the episodes that are in both lists with the same cosine.
func inBoth(found, exact []graph.VectorMatch) int {
	hits := 0
	for _, m := range found {
		if slices.ContainsFunc(exact, func(e graph.VectorMatch) bool { return e.EpisodeID == m.EpisodeID && e.Cosine == m.Cosine }) {
			hits++
		}
	}
	return hits
}
