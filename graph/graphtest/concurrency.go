package graphtest

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"plotline/graph"
	"plotline/graph/fault"
)

var concurrencyTopic = topic{"concurrency", []testCase{
	{"none lost, none double", parallelAdds},
	{"one relationship by many", parallelSameAdd},
	{"opposing pairs: exactly one wins", opposingPairs},
	{"a ring of three: exactly one loses", ringOfThree},
	{"opposing lists: no list is half done", opposingLists},
	{"one key by many: one episode", oneKeyByMany},
	{"parallel creates get distinct numbers", parallelCreates},
	{"a delete that meets adds leaves no loose end", deleteMeetsAdds},
	{"one update of one state", parallelReplaces},
	{"one remove of one relationship", parallelRemoves},
	{"reads beside writes see whole transactions", readsBesideWrites},
}}

// RunShared plays the concurrency cases through two handles on one database, as two processes would
// hold them.
func RunShared(t *testing.T, open func(t *testing.T) (one, other graph.Store)) {
	t.Helper()
	one, other := open(t)
	for _, c := range concurrencyTopic.cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(t, newWorld(t, one, other))
		})
	}
}

// together runs f n times at once, each with its handle, and gives the errors.
func (w *world) together(n int, f func(i int, store graph.Store) error) []error {
	errs := make([]error, n)
	start := make(chan struct{})
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			<-start
			errs[i] = f(i, w.peer(i))
		})
	}
	close(start)
	all.Wait()
	return errs
}

// winners counts the callers without an error and wants the code of every other.
func winners(t tester, errs []error, code fault.Code) int {
	t.Helper()
	won := 0
	for _, err := range errs {
		switch fault.CodeOf(err) {
		case "":
			won++
		case code:
		default:
			t.Errorf("error %v, want none or %s", err, code)
		}
	}
	return won
}

func parallelAdds(t tester, w *world) {
	e := w.episodes(t, 21)
	rels := make([]graph.Relationship, 200)
	for i := range rels {
		kind := graph.Types()[i%2*2] // follows and part_of in turn
		rels[i] = relationship(e[i/2%10], e[10+i/20], kind, 1)
	}
	errs := w.together(len(rels), func(i int, s graph.Store) error { return s.AddRelationship(t.Context(), w.ws, rels[i]) })
	same(t, "winners", winners(t, errs, ""), 200)
	same(t, "stored", w.state(t).Relationships, byID(rels))
}

func parallelSameAdd(t tester, w *world) {
	e := w.episodes(t, 2)
	for _, kind := range []graph.Type{graph.Causes, graph.RelatedTo} {
		errs := w.together(24, func(_ int, s graph.Store) error {
			return s.AddRelationship(t.Context(), w.ws, relationship(e[0], e[1], kind, 1))
		})
		same(t, "winners", winners(t, errs, fault.AlreadyExists), 1)
	}
	same(t, "stored", len(w.state(t).Relationships), 2)
}

func opposingPairs(t tester, w *world) {
	const pairs = 40
	e := w.episodes(t, 2*pairs)
	errs := w.together(2*pairs, func(i int, s graph.Store) error {
		from, to := e[i], e[i^1]
		return s.AddRelationship(t.Context(), w.ws, relationship(from, to, graph.Follows, 1))
	})
	for i := 0; i < 2*pairs; i += 2 {
		same(t, "winners of a pair", winners(t, errs[i:i+2], fault.Cycle), 1)
		for _, j := range []int{i, i + 1} {
			if errs[j] != nil {
				refused(t, errs[j], cycle(e[j], e[j^1], e[j]))
			}
		}
	}
	same(t, "stored", len(w.state(t).Relationships), pairs)
}

func ringOfThree(t tester, w *world) {
	const rings = 15
	e := w.episodes(t, 3*rings)
	errs := w.together(3*rings, func(i int, s graph.Store) error {
		first := i / 3 * 3
		return s.AddRelationship(t.Context(), w.ws, relationship(e[i], e[first+(i+1)%3], graph.Causes, 1))
	})
	for i := 0; i < len(errs); i += 3 {
		same(t, "winners of a ring", winners(t, errs[i:i+3], fault.Cycle), 2)
	}
}

func opposingLists(t tester, w *world) {
	e := w.episodes(t, 12)
	up, down := make([]graph.Relationship, 0, 22), make([]graph.Relationship, 0, 22)
	for i := range 11 {
		for _, kind := range []graph.Type{graph.Follows, graph.Causes} {
			up = append(up, relationship(e[i], e[i+1], kind, 1))
			down = append(down, relationship(e[11-i], e[10-i], kind, 1))
		}
	}
	slices.Reverse(down) // other types first, so that the locks of a store are asked for in another order
	errs := w.together(2, func(i int, s graph.Store) error {
		return s.AddRelationships(t.Context(), w.ws, [][]graph.Relationship{up, down}[i])
	})
	same(t, "winners", winners(t, errs, fault.Cycle), 1)
	want := up
	if errs[0] != nil {
		want = down
	}
	same(t, "stored", w.state(t).Relationships, byID(want))
}

func oneKeyByMany(t tester, w *world) {
	first := keyed("a", "k", 0)
	ids := make([]graph.ID, 16)
	errs := w.together(len(ids), func(i int, s graph.Store) error {
		made, err := s.CreateEpisodes(t.Context(), w.ws, graph.Batch{Episodes: []graph.NewEpisode{again(first)}})
		if err == nil {
			ids[i] = made.Episodes[0].EpisodeID
		}
		return err
	})
	same(t, "winners", winners(t, errs, ""), len(ids))
	same(t, "one and the same", slices.Compact(ids), ids[:1])
	same(t, "stored", idsOf(w.state(t).Episodes), ids[:1])
}

func parallelCreates(t tester, w *world) {
	numbers := make([][]int64, 40)
	errs := w.together(len(numbers), func(i int, s graph.Store) error {
		made, err := s.CreateEpisodes(t.Context(), w.ws, graph.Batch{
			Episodes: []graph.NewEpisode{keyed(fmt.Sprint("a", i), fmt.Sprint("k", i), i), episode("b", i)},
		})
		for _, e := range made.Episodes {
			numbers[i] = append(numbers[i], e.ID)
		}
		return err
	})
	same(t, "winners", winners(t, errs, ""), len(numbers))
	all := slices.Concat(numbers...)
	slices.Sort(all)
	same(t, "distinct numbers", len(slices.Compact(all)), 80)
}

func deleteMeetsAdds(t tester, w *world) {
	e := w.episodes(t, 32)
	hub := e[31]
	deleted := 0
	errs := w.together(31, func(i int, s graph.Store) error {
		if i == 15 {
			n, err := s.DeleteEpisode(t.Context(), w.ws, hub)
			deleted = n
			return err
		}
		return s.AddRelationship(t.Context(), w.ws, relationship(e[i], hub, graph.Types()[i%3], 1))
	})
	added := winners(t, errs, fault.NotFound) - 1
	same(t, "deleted are those that were added before", deleted, added)
	for i, err := range errs {
		if err != nil {
			t.Log(i)
			refused(t, err, graph.EpisodeNotFound(hub))
		}
	}
	for _, id := range e[:31] {
		_, degrees, err := w.Episode(t.Context(), w.ws, id)
		ok(t, err)
		same(t, "degrees", len(degrees), 0)
	}
	same(t, "relationships", len(w.state(t).Relationships), 0)
}

func parallelReplaces(t tester, w *world) {
	ep := w.create(t, episode("a", 0))[0]
	errs := w.together(12, func(i int, s graph.Store) error {
		mine := ep
		mine.Name, mine.UpdatedAt = fmt.Sprint("writer", i), at(1+i)
		return s.ReplaceEpisode(t.Context(), w.ws, mine, ep.UpdatedAt)
	})
	same(t, "winners", winners(t, errs, fault.Conflict), 1)
	won := slices.Index(errs, nil)
	got := w.must(t, ep.EpisodeID)
	same(t, "name", got.Name, fmt.Sprint("writer", won))
	for _, err := range errs {
		if err != nil {
			refused(t, err, graph.Stale(ep.EpisodeID, at(1+won)))
		}
	}
}

func parallelRemoves(t tester, w *world) {
	e := w.episodes(t, 2)
	rel := w.relate(t, e[0], e[1], graph.PartOf, 1)
	errs := w.together(12, func(_ int, s graph.Store) error { return s.RemoveRelationship(t.Context(), w.ws, rel.ID) })
	same(t, "winners", winners(t, errs, fault.NotFound), 1)
	errs = w.together(12, func(_ int, s graph.Store) error {
		_, err := s.DeleteEpisode(t.Context(), w.ws, e[0])
		return err
	})
	same(t, "winners", winners(t, errs, fault.NotFound), 1)
}

func readsBesideWrites(t tester, w *world) {
	errs := w.together(24, func(i int, s graph.Store) error {
		if i%2 == 0 {
			_, err := s.CreateEpisodes(t.Context(), w.ws, graph.Batch{
				Episodes:      []graph.NewEpisode{episode("a", 0), episode("b", 0)},
				Relationships: []graph.NewRelationship{link(nth(0), nth(1), graph.Follows)},
			})
			return err
		}
		part, err := s.Subgraph(t.Context(), w.ws, graph.SubgraphQuery{MaxNodes: 500})
		if len(part.Nodes) != 2*len(part.Edges) || part.Total != len(part.Nodes) {
			t.Errorf("a read saw %d of %d episodes with %d relationships", len(part.Nodes), part.Total, len(part.Edges))
		}
		return err
	})
	same(t, "winners", winners(t, errs, ""), len(errs))
}
