package sqlitestore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
)

// withLocked sets how much a search looks at under the write lock.
func withLocked(n int) Option { return func(s *Store) { s.locked = n } }

// TestCyclesOfConcurrentAdds checks that adds of many callers and of two programs never close a cycle together, and that
// each refusal was right, although every search ends outside of the write lock.
func TestCyclesOfConcurrentAdds(t *testing.T) {
	t.Parallel()
	for _, locked := range []int{0, 1, 6} {
		for _, programs := range []int{1, 2} {
			t.Run(fmt.Sprintf("%d episodes under the lock, %d programs", locked, programs), func(t *testing.T) {
				t.Parallel()
				const episodes, callers, calls = 14, 8, 40
				path := filepath.Join(t.TempDir(), "graph.db")
				stores := make([]*Store, programs)
				for i := range stores {
					stores[i] = storeAt(t, path, withLocked(locked), withSettled(20))
				}
				names := make([]string, episodes)
				for i := range names {
					names[i] = strconv.Itoa(i)
				}
				ids := create(t, stores[0], names...)
				var added, refused atomic.Int64
				var group sync.WaitGroup
				for caller := range callers {
					group.Go(func() {
						r := rand.New(rand.NewPCG(uint64(caller), 3)) //nolint:gosec // a test's history
						for range calls {
							if err := addSome(t.Context(), stores[caller%programs], r, ids, &added, &refused); err != nil {
								t.Error(err)
								return
							}
						}
					})
				}
				group.Wait()
				if added.Load() == 0 || refused.Load() == 0 {
					t.Errorf("%d calls succeeded, %d were refused", added.Load(), refused.Load())
				}
				for _, kind := range orderingTypes {
					part, err := stores[0].Projection(t.Context(), ws, kind, nil)
					ok(t, err)
					if _, acyclic := graph.Levels(len(part.Nodes), part.Edges); !acyclic {
						t.Errorf("a cycle of %s is stored", kind)
					}
					keptSoon(t, stores[0], kind)
				}
			})
		}
	}
}

// addSome makes one call: an add, a list, a create with relationships, or a swap. Nothing is removed, so a cycle that
// refuses a call must be there afterwards, unless relationships of the call itself take part in it.
func addSome(ctx context.Context, s *Store, r *rand.Rand, ids []graph.ID, added, refused *atomic.Int64) error {
	pick := func() graph.Relationship {
		from := r.IntN(len(ids))
		to := (from + 1 + r.IntN(len(ids)-1)) % len(ids)
		return relationship(ids[from], ids[to], orderingTypes[r.IntN(2)])
	}
	var err error
	single := false
	rel := pick()
	switch r.IntN(8) {
	case 0:
		_, err = s.AddRelationships(ctx, ws, []graph.Relationship{rel, pick(), pick()})
	case 1:
		rels := []graph.NewRelationship{
			{Relationship: rel, FromEnd: graph.End{Item: -1, Episode: rel.From}, ToEnd: graph.End{Item: 0}},
			{Relationship: relationship(rel.To, rel.To, rel.Type), FromEnd: graph.End{Item: 0}, ToEnd: graph.End{Item: -1, Episode: rel.To}},
		}
		_, err = s.CreateEpisodes(ctx, ws, graph.Batch{Episodes: []graph.NewEpisode{episode("between")}, Relationships: rels})
	default:
		single = true
		_, err = s.AddRelationship(ctx, ws, rel)
	}
	switch fault.CodeOf(err) {
	case "":
		added.Add(1)
		return err
	case fault.AlreadyExists:
		return nil
	case fault.Cycle:
		refused.Add(1)
		if !single {
			return nil
		}
		path, err := s.FindCycle(ctx, ws, rel.From, rel.To, rel.Type)
		if err == nil && path == nil {
			return fmt.Errorf("%s from %s to %s was refused without a cycle", rel.Type, rel.From, rel.To)
		}
		return err
	}
	return err
}
