package sqlitestore

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"plotline/graph"
	"plotline/internal/fault"
)

// vectorOf returns the vector of a text, as a model would: near those of texts that begin with the same character.
func vectorOf(text string) graph.Vector {
	const components = 128
	around := func(text string, scale float64, exact []float32) {
		seed := [32]byte{}
		copy(seed[:], text)
		random := rand.New(rand.NewChaCha8(seed)) //nolint:gosec // the same each time
		for i := range exact {
			exact[i] += float32(scale * random.NormFloat64())
		}
	}
	exact := make([]float32, components)
	around("all", 1, exact)
	around(text[:1], 1, exact)
	around(text, 1.5, exact)
	return graph.NewVector(exact)
}

// embedAll stores a vector for all episodes that wait for one.
func embedAll(tb testing.TB, s *Store, ws, model string) {
	tb.Helper()
	embedParts(tb, s, ws, model, func(e graph.Episode) []graph.Vector { return []graph.Vector{vectorOf(e.Name)} })
}

// embedParts stores vectors for all episodes that wait for some.
func embedParts(tb testing.TB, s *Store, ws, model string, parts func(graph.Episode) []graph.Vector) {
	tb.Helper()
	_, err := s.UseModel(tb.Context(), ws, model, true)
	ok(tb, err)
	for {
		texts, err := s.ClaimTexts(tb.Context(), ws, graph.Claim{Model: model, Token: "t", Now: 1, Lasts: time.Minute, Limit: 1000})
		ok(tb, err)
		if len(texts) == 0 {
			return
		}
		list := make([]graph.EpisodeVector, len(texts))
		for i, e := range texts {
			list[i] = graph.EpisodeVector{EpisodeID: e.EpisodeID, Vectors: parts(e)}
		}
		stored, err := s.PutVectors(tb.Context(), ws, "t", list)
		ok(tb, err)
		same(tb, "stored", stored, len(list))
	}
}

// numbered creates episodes of ten kinds and returns them.
func numbered(tb testing.TB, s *Store, ws string, from, to int) []graph.Episode {
	tb.Helper()
	var made []graph.Episode
	for some := range slices.Chunk(make([]graph.NewEpisode, to-from), 1000) {
		for i := range some {
			n := from + len(made) + i
			some[i] = episode(fmt.Sprintf("%d of %d", n%10, n))
			some[i].Tags = []string{fmt.Sprint("in7-", n%7), fmt.Sprint("in300-", n%300)}
			some[i].Reward = float64(n%3 - 1)
			some[i].CreatedAt += graph.Time(n)
		}
		done, err := s.CreateEpisodes(tb.Context(), ws, graph.Batch{Episodes: some})
		ok(tb, err)
		made = append(made, done.Episodes...)
	}
	return made
}

func nearestIDs(tb testing.TB, s *Store, ws string, q graph.VectorQuery) []graph.ID {
	tb.Helper()
	found, err := s.FindNearest(tb.Context(), ws, q)
	ok(tb, err)
	slices.SortFunc(found.Matches, func(a, b graph.VectorMatch) int {
		if a.Cosine > b.Cosine {
			return -1
		}
		return 1
	})
	ids := make([]graph.ID, len(found.Matches))
	for i, m := range found.Matches {
		ids[i] = m.EpisodeID
	}
	return ids
}

// TestNearestOfMany searches with filters that many, some, few and no episodes pass, both by full vectors and by
// signs.
func TestNearestOfMany(t *testing.T) {
	t.Parallel()
	const n, limit = 6000, 20
	whole := newStore(t)
	made := numbered(t, whole, ws, 0, n)
	embedAll(t, whole, ws, "m")
	signs := storeAt(t, whole.path, WithVectorMemory(n*40))
	least, since := 0.5, made[n-40].CreatedAt
	for i, filter := range []graph.EpisodeFilter{
		{},
		{MinReward: &least},
		{Tags: []string{"in7-3"}},
		{Tags: []string{"in300-5"}},
		{Since: &since},
		{Tags: []string{"in7-3", "in300-5"}},
		{Tags: []string{"none"}},
	} {
		query := vectorOf(fmt.Sprintf("%d asked", i))
		var all []graph.Episode
		for _, e := range made {
			tagged := !slices.ContainsFunc(filter.Tags, func(tag string) bool { return !slices.Contains(e.Tags, tag) })
			if tagged && (filter.MinReward == nil || e.Reward >= least) && (filter.Since == nil || e.CreatedAt >= since) {
				all = append(all, e)
			}
		}
		slices.SortFunc(all, func(a, b graph.Episode) int {
			return int(math.Copysign(1, vectorOf(b.Name).Cosine(query)-vectorOf(a.Name).Cosine(query)))
		})
		all = all[:min(limit, len(all))]
		want := make([]graph.ID, len(all))
		for i, e := range all {
			want[i] = e.EpisodeID
		}
		q := graph.VectorQuery{Model: "m", Vector: query, Filter: filter, Limit: limit}
		same(t, fmt.Sprint("whole, filter ", i), nearestIDs(t, whole, ws, q), want)
		got := nearestIDs(t, signs, ws, q)
		same(t, "found", len(got), len(want))
		missed := slices.DeleteFunc(want, func(id graph.ID) bool { return slices.Contains(got, id) })
		if len(missed) > limit/20 {
			t.Errorf("filter %d: %d were missed by their signs", i, len(missed))
		}
	}
	same(t, "vectors are held as they are", []bool{held(whole).index.Exact(), held(signs).index.Exact()}, []bool{true, false})
}

// partsOf returns the vectors of an episode's parts. Every third episode has eight, which are near to each other.
func partsOf(e graph.Episode) []graph.Vector {
	parts := []graph.Vector{vectorOf(e.Name)}
	for n := 1; n < graph.MaxParts && e.ID%3 == 0; n++ {
		part := slices.Clone(parts[0])
		copy(part, vectorOf(fmt.Sprint(e.Name, " part ", n))[:40])
		parts = append(parts, part)
	}
	slices.Reverse(parts)
	return parts
}

// TestNearestParts searches texts in parts, both by full vectors and by signs. The nearest parts are mostly of the same
// few episodes.
func TestNearestParts(t *testing.T) {
	t.Parallel()
	const n, limit = 2400, 50
	whole := newStore(t)
	made := numbered(t, whole, ws, 0, n)
	byID := map[graph.ID]graph.Episode{}
	for _, e := range made {
		byID[e.EpisodeID] = e
	}
	embedParts(t, whole, ws, "m", func(e graph.Episode) []graph.Vector { return partsOf(byID[e.EpisodeID]) })
	const parts = n * (2 + graph.MaxParts) / 3
	signs := storeAt(t, whole.path, WithVectorMemory(parts*40))
	least := 0.5
	for i, filter := range []graph.EpisodeFilter{{}, {MinReward: &least}, {Tags: []string{"in7-3"}}, {Tags: []string{"in300-5"}}} {
		query := vectorOf(fmt.Sprintf("%d asked", i))
		cosines := map[graph.ID]float64{}
		var all []graph.ID
		for _, e := range made {
			if filter.MinReward != nil && e.Reward < least || len(filter.Tags) > 0 && !slices.Contains(e.Tags, filter.Tags[0]) {
				continue
			}
			all, cosines[e.EpisodeID] = append(all, e.EpisodeID), -1
			for _, part := range partsOf(e) {
				cosines[e.EpisodeID] = max(cosines[e.EpisodeID], part.Cosine(query))
			}
		}
		slices.SortFunc(all, func(a, b graph.ID) int { return int(math.Copysign(1, cosines[b]-cosines[a])) })
		want := all[:min(limit, len(all))]
		q := graph.VectorQuery{Model: "m", Vector: query, Filter: filter, Limit: limit}
		same(t, fmt.Sprint("whole, filter ", i), nearestIDs(t, whole, ws, q), want)
		got := nearestIDs(t, signs, ws, q)
		same(t, "found", len(got), len(want))
		missed := slices.DeleteFunc(slices.Clone(want), func(id graph.ID) bool { return slices.Contains(got, id) })
		if len(missed) > limit/20 {
			t.Errorf("filter %d: %d were missed by their signs", i, len(missed))
		}
	}
	same(t, "parts held", []int{held(whole).index.Len(), held(signs).index.Len()}, []int{parts, parts})
	same(t, "held as they are", []bool{held(whole).index.Exact(), held(signs).index.Exact()}, []bool{true, false})
}

// TestPartsStayInMemory checks that parts in memory are not taken for deleted vectors, which would have all read again,
// and that the parts of deleted episodes leave it.
func TestPartsStayInMemory(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	all := func(e graph.Episode) []graph.Vector {
		return slices.Repeat([]graph.Vector{vectorOf(e.Name)}, graph.MaxParts)
	}
	made := numbered(t, s, ws, 0, 300)
	embedParts(t, s, ws, "m", all)
	q := graph.VectorQuery{Model: "m", Vector: vectorOf("3"), Limit: 300}
	same(t, "found", len(nearestIDs(t, s, ws, q)), 300)
	index := held(s).index
	made = append(made, numbered(t, s, ws, 300, 500)...)
	embedParts(t, s, ws, "m", all)
	same(t, "found", len(nearestIDs(t, s, ws, q)), 300)
	if held(s).index != index || index.Len() != 500*graph.MaxParts {
		t.Errorf("%d vectors are held, read again: %t", held(s).index.Len(), held(s).index != index)
	}
	for _, e := range made[:450] {
		_, err := s.DeleteEpisode(t.Context(), ws, e.EpisodeID)
		ok(t, err)
	}
	same(t, "found", len(nearestIDs(t, s, ws, q)), 50)
	if length := held(s).index.Len(); length != 50*graph.MaxParts {
		t.Errorf("%d vectors are held, want those of 50 episodes", length)
	}
}

// held returns what a store has in memory of its only workspace.
func held(s *Store) *heldVectors {
	for _, h := range s.vectors.held {
		return h
	}
	return nil
}

// TestVectorsOfOtherLengthsAreSkipped covers a model that changed and kept its name.
func TestVectorsOfOtherLengthsAreSkipped(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ids := create(t, s, "a", "b", "c")
	_, err := s.UseModel(t.Context(), ws, "m", false)
	ok(t, err)
	_, err = s.ClaimTexts(t.Context(), ws, graph.Claim{Model: "m", Token: "t", Now: 1, Lasts: time.Minute, Limit: 9})
	ok(t, err)
	_, err = s.PutVectors(t.Context(), ws, "t", []graph.EpisodeVector{
		{EpisodeID: ids[0], Vectors: []graph.Vector{{1, 2}}},
		{EpisodeID: ids[1], Vectors: []graph.Vector{{1, 2, 3}, {1}, {}}},
		{EpisodeID: ids[2]},
	})
	ok(t, err)
	for range 2 {
		for n, vector := range []graph.Vector{nil, {1}, {1, 2}, {1, 2, 3}} {
			found := nearestIDs(t, s, ws, graph.VectorQuery{Model: "m", Vector: vector, Limit: 9})
			want := [][]graph.ID{{}, ids[1:2], ids[:1], ids[1:2]}[n]
			same(t, fmt.Sprint(n, " components"), found, want)
		}
	}
}

// TestLittleVectorMemory checks that the least recently used workspace is dropped, and that a workspace that is too
// large causes an error.
func TestLittleVectorMemory(t *testing.T) {
	t.Parallel()
	const each, vectors = 14_000, 400 // bytes of a workspace's signs: 32 per vector, and the centre
	s := newStore(t, WithVectorMemory(2*each+each/2))
	q := graph.VectorQuery{Model: "m", Vector: vectorOf("3"), Limit: 10}
	spaces := []string{"a", "b", "c"}
	for _, ws := range spaces {
		numbered(t, s, ws, 0, vectors)
		embedAll(t, s, ws, "m")
	}
	for _, ws := range []string{"a", "b", "a", "c", "a", "b"} {
		same(t, "found", len(nearestIDs(t, s, ws, q)), 10)
		sum := 0
		for _, h := range s.vectors.held {
			sum += h.bytes
		}
		if sum > s.vectors.budget {
			t.Errorf("%d bytes are held of %d", sum, s.vectors.budget)
		}
	}
	same(t, "workspaces held", len(s.vectors.held), 2)
	tight := storeAt(t, s.path, WithVectorMemory(vectors*32-1))
	for range 2 {
		_, err := tight.FindNearest(t.Context(), "a", q)
		same(t, "code", fault.CodeOf(err), fault.Unavailable)
		if !strings.Contains(err.Error(), "--vector-memory` must be at least 1 MiB") {
			t.Errorf("error %v", err)
		}
		same(t, "workspaces held", len(tight.vectors.held), 0)
	}
	q.Limit, q.IDs = 0, nearestIDs(t, s, "a", q)
	found, err := tight.FindNearest(t.Context(), "a", q)
	ok(t, err)
	same(t, "named ones need no memory", len(found.Matches), 10)
}

// TestStoresSeeEachOther checks that a store finds at once what another store on the file adds, changes and deletes,
// and its change of model.
func TestStoresSeeEachOther(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "graph.db")
	one, other := storeAt(t, path), storeAt(t, path)
	q := graph.VectorQuery{Model: "m", Vector: vectorOf("1"), Limit: 1000}
	made := numbered(t, one, ws, 0, 50)
	embedAll(t, one, ws, "m")
	same(t, "found", len(nearestIDs(t, other, ws, q)), 50)
	made = append(made, numbered(t, one, ws, 50, 70)...)
	same(t, "found", len(nearestIDs(t, other, ws, q)), 50)
	embedAll(t, one, ws, "m")
	same(t, "found", len(nearestIDs(t, other, ws, q)), 70)

	for _, e := range made[:30] {
		_, err := one.DeleteEpisode(t.Context(), ws, e.EpisodeID)
		ok(t, err)
	}
	same(t, "found", len(nearestIDs(t, other, ws, q)), 40)
	same(t, "held", held(other).index.Len(), 40)
	changed, was := made[40], made[40].UpdatedAt
	changed.Name, changed.UpdatedAt = "something else", was+1
	ok(t, one.ReplaceEpisode(t.Context(), ws, changed, was))
	same(t, "found", len(nearestIDs(t, other, ws, q)), 39)
	embedAll(t, one, ws, "m")
	q.Vector, q.Limit = vectorOf("something else"), 1
	same(t, "found", nearestIDs(t, other, ws, q), []graph.ID{changed.EpisodeID})

	embedAll(t, one, ws, "next")
	found, err := other.FindNearest(t.Context(), ws, q)
	ok(t, err)
	same(t, "found", found, graph.Nearest{Model: "next", Matches: []graph.VectorMatch{}})
	q.Model, q.Limit = "next", 1000
	same(t, "found", len(nearestIDs(t, other, ws, q)), 40)
	for range 2 { // back and forth: vectors of an earlier turn must not be used again
		embedAll(t, one, ws, "m")
		embedAll(t, one, ws, "next")
	}
	same(t, "found", len(nearestIDs(t, other, ws, q)), 40)
}

// TestDeletedVectorsHideNoOthers checks that deleted vectors, however many, do not hide others that are farther.
func TestDeletedVectorsHideNoOthers(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	made := numbered(t, s, ws, 0, 400)
	embedAll(t, s, ws, "m")
	q := graph.VectorQuery{Model: "m", Vector: vectorOf("3"), Limit: 10}
	nearestIDs(t, s, ws, q)
	q.Limit = 390
	for _, id := range nearestIDs(t, s, ws, q) {
		_, err := s.DeleteEpisode(t.Context(), ws, id)
		ok(t, err)
	}
	q.Limit = 10
	same(t, "left", len(nearestIDs(t, s, ws, q)), 10)
	same(t, "held", held(s).index.Len() < len(made)/2, true)
}

// TestNearestWhileItChanges searches while others write and delete. Nothing may be found twice or wrong.
func TestNearestWhileItChanges(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "graph.db")
	stores := []*Store{storeAt(t, path), storeAt(t, path, WithVectorMemory(30_000))}
	made := numbered(t, stores[0], ws, 0, 300)
	embedAll(t, stores[0], ws, "m")
	var group sync.WaitGroup
	for n := range 6 {
		group.Go(func() {
			for i := range 25 {
				kind := strconv.Itoa(n)
				found, err := stores[n%2].FindNearest(t.Context(), ws, graph.VectorQuery{Model: "m", Vector: vectorOf(kind + " asked"), Limit: 5 + i})
				if err != nil || len(found.Matches) != 5+i {
					t.Errorf("%d found, %v", len(found.Matches), err)
				}
				seen := map[graph.ID]bool{}
				for _, m := range found.Matches {
					if seen[m.EpisodeID] {
						t.Errorf("%s was found twice", m.EpisodeID)
					}
					seen[m.EpisodeID] = true
				}
			}
		})
	}
	for i := range 40 {
		_, err := stores[i%2].DeleteEpisode(t.Context(), ws, made[i*3].EpisodeID)
		ok(t, err)
		numbered(t, stores[0], ws, 300+i, 301+i)
		embedAll(t, stores[0], ws, "m")
	}
	group.Wait()
	q := graph.VectorQuery{Model: "m", Vector: vectorOf("1"), Limit: 1000}
	for _, s := range stores {
		same(t, "found", len(nearestIDs(t, s, ws, q)), 300)
	}
}
