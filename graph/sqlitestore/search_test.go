package sqlitestore

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/testing/kit/tier"
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
				const episodes, callers = 14, 8
				calls := tier.Pick(20, 100)
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
						t.Fatalf("a cycle of %s is stored", kind)
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
	if code := fault.CodeOf(err); code == fault.AlreadyExists {
		return nil
	} else if code != fault.Cycle {
		added.Add(1)
		return err
	}
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

// chains stores two chains of follows of the same length, and a relationship from inside of the first to inside of the
// second. It returns the episodes and the relationships.
func chains(t *testing.T, s *Store, length int) (ids []graph.ID, rels []graph.Relationship) {
	t.Helper()
	names := make([]string, 2*length)
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	ids = create(t, s, names...)
	for i := range 2*length - 1 {
		if i != length-1 {
			rels = append(rels, relationship(ids[i], ids[i+1], graph.Follows))
		}
	}
	rels = append(rels, relationship(ids[length/2-1], ids[2*length-1], graph.Follows))
	ok(t, second(s.AddRelationships(t.Context(), ws, rels)))
	return ids, rels
}

// TestLongSearchesLeaveTheLock checks that a write whose search for a cycle is long ends its transaction before it searches:
// while it waits for its turn, others write, also to its own workspace. Nothing of it is stored until then.
func TestLongSearchesLeaveTheLock(t *testing.T) {
	t.Parallel()
	const length = 60
	end := func(id graph.ID) graph.End { return graph.End{Item: -1, Episode: id} }
	for name, c := range map[string]struct {
		call func(ctx context.Context, s *Store, ids []graph.ID, rels []graph.Relationship) error
		want fault.Code
		more int // relationships that it stores
	}{
		"an add that closes a cycle": {func(ctx context.Context, s *Store, ids []graph.ID, _ []graph.Relationship) error {
			return second(s.AddRelationship(ctx, ws, relationship(ids[length-1], ids[0], graph.Follows)))
		}, fault.Cycle, 0},
		"an add that closes none": {func(ctx context.Context, s *Store, ids []graph.ID, _ []graph.Relationship) error {
			return second(s.AddRelationship(ctx, ws, relationship(ids[2*length-2], ids[0], graph.Follows)))
		}, "", 1},
		"a list": {func(ctx context.Context, s *Store, ids []graph.ID, _ []graph.Relationship) error {
			return second(s.AddRelationships(ctx, ws, []graph.Relationship{
				relationship(ids[2*length-2], ids[0], graph.Follows), relationship(ids[2*length-3], ids[1], graph.Follows),
			}))
		}, "", 2},
		"a list that closes a cycle": {func(ctx context.Context, s *Store, ids []graph.ID, _ []graph.Relationship) error {
			return second(s.AddRelationships(ctx, ws, []graph.Relationship{
				relationship(ids[2*length-2], ids[0], graph.Follows), relationship(ids[length-1], ids[length], graph.Follows),
			}))
		}, fault.Cycle, 0},
		"a batch with episodes": {func(ctx context.Context, s *Store, ids []graph.ID, _ []graph.Relationship) error {
			return second(s.CreateEpisodes(ctx, ws, graph.Batch{Episodes: []graph.NewEpisode{episode("between")}, Relationships: []graph.NewRelationship{
				{Relationship: relationship(ids[2*length-2], "", graph.Follows), FromEnd: end(ids[2*length-2]), ToEnd: graph.End{Item: 0}},
				{Relationship: relationship("", ids[0], graph.Follows), FromEnd: graph.End{Item: 0}, ToEnd: end(ids[0])},
			}}))
		}, "", 2},
		"a batch with episodes that closes a cycle": {func(ctx context.Context, s *Store, ids []graph.ID, _ []graph.Relationship) error {
			return second(s.CreateEpisodes(ctx, ws, graph.Batch{Episodes: []graph.NewEpisode{episode("between")}, Relationships: []graph.NewRelationship{
				{Relationship: relationship(ids[length-1], "", graph.Follows), FromEnd: end(ids[length-1]), ToEnd: graph.End{Item: 0}},
				{Relationship: relationship("", ids[0], graph.Follows), FromEnd: graph.End{Item: 0}, ToEnd: end(ids[0])},
			}}))
		}, fault.Cycle, 0},
		"a swap": {func(ctx context.Context, s *Store, _ []graph.ID, rels []graph.Relationship) error {
			_, _, err := s.SwapRelationships(ctx, ws, []graph.ID{rels[len(rels)-1].ID})
			return err
		}, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t, withLocked(1))
			ids, rels := chains(t, s, length)
			leave, err := s.dryRuns.Enter(t.Context(), ws)
			ok(t, err)
			answer := make(chan error, 1)
			go func() { answer <- c.call(t.Context(), s, ids, rels) }()
			for deadline := time.Now().Add(time.Minute); s.dryRuns.Waiting() == 0; time.Sleep(time.Millisecond) {
				if time.Now().After(deadline) {
					t.Fatal("the call does not leave the lock")
				}
			}
			_, err = s.CreateEpisodes(t.Context(), "another", graph.Batch{Episodes: []graph.NewEpisode{episode("a")}})
			ok(t, err)
			other := create(t, s, "b", "c")
			ok(t, second(s.AddRelationship(t.Context(), ws, relationship(other[0], other[1], graph.Follows))))
			stored := func() int {
				part, err := s.Projection(t.Context(), ws, graph.Follows, nil)
				ok(t, err)
				return len(part.Edges)
			}
			same(t, "relationships before the search", stored(), len(rels)+1)
			leave()
			if err := <-answer; fault.CodeOf(err) != c.want {
				t.Errorf("error %v, want code %q", err, c.want)
			}
			same(t, "relationships after the search", stored(), len(rels)+1+c.more)
			keptSoon(t, s, graph.Follows)
		})
	}
}

// TestFindingsOfOneGroup checks that two calls that each have findings do not close a cycle in one transaction.
func TestFindingsOfOneGroup(t *testing.T) {
	t.Parallel()
	s := newStore(t, withLocked(0))
	ids, _ := chains(t, s, 10)
	group := adds(ids, [2]int{9, 10}, [2]int{18, 0})
	group[1], group[0] = group[0], group[1] // the first one raises no level
	var since mark
	ok(t, change(t.Context(), s, func(q *session) error {
		since = q.mark(t.Context())
		return nil
	}))
	for i := range group {
		found, err := s.dryRun(t.Context(), ws, since, func(q *session) error {
			_, verdict := newAdder(t.Context(), q, ws, []graph.Relationship{*group[i].add}).add(t.Context(), *group[i].add)
			if verdict != nil {
				return verdict
			}
			return nil
		})
		ok(t, err)
		group[i].how.found = found
	}
	verdicts, err := s.commitGroup(t.Context(), struct{}{}, group)
	ok(t, err)
	if _, long := errors.AsType[*longSearchError](verdicts[1]); verdicts[0] != nil || !long {
		t.Errorf("verdicts %v; the second is to be searched for again", verdicts)
	}
}

// TestAdditionsAreHeldBack checks that only ordering relationships of a workspace wait while it is held, and then succeed.
func TestAdditionsAreHeldBack(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ids := create(t, s, "a", "b", "c")
	open := s.additions.hold(ws)
	answers := make(chan error, 2)
	go func() {
		answers <- second(s.AddRelationship(t.Context(), ws, relationship(ids[0], ids[1], graph.Follows)))
	}()
	go func() {
		answers <- second(s.AddRelationships(t.Context(), ws, []graph.Relationship{relationship(ids[1], ids[2], graph.Follows)}))
	}()
	ok(t, second(s.AddRelationship(t.Context(), ws, relationship(ids[0], ids[1], graph.RelatedTo))))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	fails(t, second(s.AddRelationship(ctx, ws, relationship(ids[0], ids[2], graph.Follows))), context.DeadlineExceeded)
	part, err := s.Projection(t.Context(), ws, graph.Follows, nil)
	ok(t, err)
	same(t, "relationships while the workspace is held", len(part.Edges), 0)
	open()
	for range cap(answers) {
		ok(t, <-answers)
	}
}

// TestAdditionsSinceAMark checks that a store knows what it has added since a mark, and that it knows when another process
// has written.
func TestAdditionsSinceAMark(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "graph.db")
	s, other := storeAt(t, path), storeAt(t, path)
	ids := create(t, s, "a", "b", "c", "d")
	marked := func() (m mark) {
		ok(t, change(t.Context(), s, func(q *session) error {
			m = q.mark(t.Context())
			return nil
		}))
		return m
	}
	since := func(m mark) (n int, known bool) {
		ok(t, change(t.Context(), s, func(q *session) error {
			w, _ := q.workspace(t.Context(), ws)
			pairs, is := q.since(t.Context(), m, orderingOf(w.key, graph.Follows))
			n, known = len(pairs), is
			return nil
		}))
		return n, known
	}
	m := marked()
	ok(t, second(s.AddRelationship(t.Context(), ws, relationship(ids[0], ids[1], graph.Follows))))
	ok(t, second(s.AddRelationship(t.Context(), ws, relationship(ids[0], ids[1], graph.Causes))))
	_, err := s.AddRelationship(t.Context(), ws, relationship(ids[1], ids[0], graph.Causes)) // rolled back
	same(t, "refusal", fault.CodeOf(err), fault.Cycle)
	if n, known := since(m); n != 1 || !known {
		t.Errorf("%d additions, known: %v; want 1 of this process", n, known)
	}
	ok(t, second(other.AddRelationship(t.Context(), ws, relationship(ids[1], ids[2], graph.Follows))))
	if _, known := since(m); known {
		t.Error("what another process added is taken as known")
	}
	m = marked()
	for range 2 * maxAdditions {
		s.additions.add(addition{1, 2, 3})
	}
	if _, known := since(m); known {
		t.Error("additions that are forgotten are taken as known")
	}
}
