package graphtest

import (
	"fmt"
	"slices"
	"strconv"

	"plotline/graph"
	"plotline/internal/fault"
)

func (w *world) nearest(t tester, q graph.VectorQuery) graph.Nearest {
	t.Helper()
	found, err := w.FindNearest(t.Context(), w.ws, q)
	ok(t, err)
	notNil(t, "matches", found.Matches)
	slices.SortFunc(found.Matches, func(a, b graph.VectorMatch) int {
		if a.Cosine > b.Cosine {
			return -1
		}
		return 1
	})
	return found
}

func vectorsNearest(t tester, w *world) {
	batch := make([]graph.NewEpisode, 40)
	for i := range batch {
		batch[i] = episode(fmt.Sprintf("e%d", i), i)
		batch[i].Reward = float64(i%5)/2 - 1
		batch[i].Tags = []string{fmt.Sprintf("t%d", i%3)}
	}
	made := w.create(t, batch...)
	ids := idsOf(made)
	w.embed(t, "small", ids)
	same(t, "none named", w.nearest(t, graph.VectorQuery{Model: "small", Vector: draw(3, 16)}), graph.Nearest{Model: "small", Matches: []graph.VectorMatch{}})
	half, since := 0.5, at(20)
	filters := []graph.EpisodeFilter{{}, {MinReward: &half}, {Since: &since}, {Tags: []string{"t1"}}, {Tags: []string{"t1"}, MaxReward: &half, Until: &since}}
	for n, filter := range filters {
		for _, named := range [][]graph.ID{nil, {ids[7], ids[8], graph.NewID()}} {
			query := draw(uint64(n), 16)
			got := w.nearest(t, graph.VectorQuery{Model: "small", Vector: query, IDs: named, Filter: filter, Limit: 5})
			want := wantedNearest(made, query, filter, named, 5)
			sameNearest(t, fmt.Sprintf("filter %d, %d ids", n, len(named)), got, graph.Nearest{Model: "small", Matches: want})
		}
	}
	same(t, "other components", len(w.nearest(t, graph.VectorQuery{Model: "small", Vector: draw(1, 8), Limit: 9}).Matches), 0)
}

// vectorsWithoutDirection stores zero vectors. They count for the number of components too.
func vectorsWithoutDirection(t tester, w *world) {
	ids := idsOf(w.create(t, episode("zeros", 0), episode("other", 1)))
	w.useModel(t, "small", false)
	w.claim(t, "small", "a", 0, 2)
	stored, err := w.PutVectors(t.Context(), w.ws, "a", []graph.EpisodeVector{{EpisodeID: ids[0], Vectors: []graph.Vector{make(graph.Vector, 16)}}})
	ok(t, err)
	same(t, "stored", stored, 1)
	for _, named := range [][]graph.ID{nil, ids} {
		for _, query := range []graph.Vector{draw(1, 16), make(graph.Vector, 16)} {
			found := w.nearest(t, graph.VectorQuery{Model: "small", Vector: query, IDs: named, Limit: 2})
			same(t, "of as many components", len(found.Matches), 1)
			same(t, "cosine", found.Matches[0].Cosine, 0.0)
		}
		for _, query := range []graph.Vector{draw(1, 8), make(graph.Vector, 8)} {
			found := w.nearest(t, graph.VectorQuery{Model: "small", Vector: query, IDs: named, Limit: 2})
			same(t, "of fewer components", len(found.Matches), 0)
		}
	}
}

// wantedNearest finds the nearest vectors by comparing all.
func wantedNearest(made []graph.Episode, query graph.Vector, filter graph.EpisodeFilter, named []graph.ID, limit int) []graph.VectorMatch {
	var all, out []graph.VectorMatch
	for i, e := range made {
		match := graph.VectorMatch{EpisodeID: e.EpisodeID, ID: e.ID, CreatedAt: e.CreatedAt, Tags: e.Tags, Cosine: draw(uint64(i), 16).Cosine(query)}
		if slices.Contains(named, e.EpisodeID) {
			out = append(out, match)
		}
		if passes(e, filter) {
			all = append(all, match)
		}
	}
	nearer := func(a, b graph.VectorMatch) int {
		if a.Cosine > b.Cosine {
			return -1
		}
		return 1
	}
	slices.SortFunc(all, nearer)
	for _, match := range all[:min(limit, len(all))] {
		if !slices.Contains(named, match.EpisodeID) {
			out = append(out, match)
		}
	}
	slices.SortFunc(out, nearer)
	return out
}

// thousands is the number of vectors to search, more than a store compares one by one.
const thousands, components = 3000, 64

func vectorsThousands(t tester, w *world) {
	batch := make([]graph.NewEpisode, thousands)
	for i := range batch {
		batch[i] = episode(strconv.Itoa(i), i)
	}
	var ids []graph.ID
	for some := range slices.Chunk(batch, 1000) {
		ids = append(ids, idsOf(w.create(t, some...))...)
	}
	w.useModel(t, "small", false)
	all := make([]graph.Vector, thousands)
	for range thousands / 500 {
		same(t, "claimed", len(w.claim(t, "small", "a", 0, 500)), 500)
	}
	for start := 0; start < thousands; start += 500 {
		list := make([]graph.EpisodeVector, 500)
		for i := range list {
			all[start+i] = draw(uint64(start+i), components)
			list[i] = graph.EpisodeVector{EpisodeID: ids[start+i], Vectors: []graph.Vector{all[start+i]}}
		}
		stored, err := w.PutVectors(t.Context(), w.ws, "a", list)
		ok(t, err)
		same(t, "stored", stored, 500)
	}
	const wanted, queries = 50, 5
	hits := 0
	for q := range queries {
		query := draw(uint64(10_000+q), components)
		order := make([]int, thousands)
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int {
			if all[a].Cosine(query) > all[b].Cosine(query) {
				return -1
			}
			return 1
		})
		best := map[graph.ID]bool{}
		for _, i := range order[:wanted] {
			best[ids[i]] = true
		}
		found := w.nearest(t, graph.VectorQuery{Model: "small", Vector: query, Limit: wanted})
		same(t, "found", len(found.Matches), wanted)
		for _, match := range found.Matches {
			if best[match.EpisodeID] {
				hits++
			}
		}
	}
	if least := wanted * queries * 19 / 20; hits < least {
		t.Errorf("%d of the %d nearest were found, want %d at least", hits, wanted*queries, least)
	}
}

func vectorsApart(t tester, w *world) {
	other := w.beside(t)
	ids := w.episodes(t, 2)
	waits := func(want bool, model, ws string) {
		t.Helper()
		list, err := w.WaitingWorkspaces(t.Context(), model, 1_000_000)
		ok(t, err)
		notNil(t, "workspaces", list)
		if got := slices.Contains(list, ws); got != want {
			t.Errorf("%s is listed for %s: %t, want %t", ws, model, got, want)
		}
	}
	waits(true, "small", w.ws)
	w.useModel(t, "small", false)
	waits(true, "small", w.ws)
	waits(false, "large", w.ws)
	others := other.episodes(t, 1)
	other.embed(t, "large", others)
	waits(false, "large", other.ws)
	claimed := w.claim(t, "small", "a", 0, 9)
	same(t, "claimed", len(claimed), 2)
	stored, err := w.PutVectors(t.Context(), w.ws, "a", []graph.EpisodeVector{{EpisodeID: others[0], Vectors: []graph.Vector{draw(1, 16)}}})
	ok(t, err)
	same(t, "of another workspace", stored, 0)
	waits(true, "small", w.ws)
	w.put(t, "a", ids, 2)
	waits(false, "small", w.ws)
	third := w.beside(t)
	alike := third.episodes(t, 1)
	third.embed(t, "small", alike)
	found := w.nearest(t, graph.VectorQuery{Model: "small", Vector: draw(0, 16), IDs: append(others, alike...), Limit: 9})
	same(t, "found", len(found.Matches), 2)
	limited, err := w.WaitingWorkspaces(t.Context(), "small", 0)
	ok(t, err)
	same(t, "limit", len(limited), 0)
	_, err = w.UseModel(t.Context(), other.ws, "small", false)
	if fault.CodeOf(err) != fault.Conflict {
		t.Errorf("another model: %v", err)
	}
}
