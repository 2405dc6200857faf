package sqlitestore

import (
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"plotline/graph"
)

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
