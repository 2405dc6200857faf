package graphtest

import (
	"slices"
	"sync"
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
)

var concurrencyTopic = topic{"concurrency", []testCase{
	{"none lost, none double", parallelAdds},
	{"one relationship by many", parallelSameAdd},
	{"opposing pairs: exactly one wins", opposingPairs},
	{"a cycle of three: exactly one loses", cycleOfThree},
	{"a crowd of adds: some order explains every verdict", concurrentAdds},
	{"opposing lists: no list is half done", opposingLists},
	{"one key by many: one episode", oneKeyByMany},
	{"parallel creates get distinct numbers", parallelCreates},
	{"a delete that meets adds leaves no loose end", deleteMeetsAdds},
	{"one update of one state", parallelReplaces},
	{"one remove of one relationship", parallelRemoves},
	{"nothing is lost while the languages change", writtenWhileReindexed},
	{"reads beside writes see whole transactions", readsBesideWrites},
	{"the mark of changes shows the writes of others", changesByOthers},
}}

// RunShared runs the concurrency cases through two handles on one database, as two processes would hold
// them.
func RunShared(t *testing.T, open func(t *testing.T) (one, other graph.Store)) {
	t.Helper()
	one, other := open(t)
	for _, c := range concurrencyTopic.cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(t, newWorld(one, other))
		})
	}
}

// together runs f n times at once, alternating between the handles, and returns the errors.
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

// winners counts the calls without an error, and expects the given code from all others.
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
		kind := graph.Types()[i%2*2] // alternates between follows and part_of
		rels[i] = relationship(e[i/2%10], e[10+i/20], kind, 1)
	}
	errs := w.together(len(rels), func(i int, s graph.Store) error { return second(s.AddRelationship(t.Context(), w.ws, rels[i])) })
	same(t, "winners", winners(t, errs, ""), 200)
	same(t, "stored", w.state(t).Relationships, byID(rels))
}

func parallelSameAdd(t tester, w *world) {
	e := w.episodes(t, 2)
	for _, kind := range []graph.Type{graph.Causes, graph.RelatedTo} {
		errs := w.together(24, func(_ int, s graph.Store) error {
			return second(s.AddRelationship(t.Context(), w.ws, relationship(e[0], e[1], kind, 1)))
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
		return second(s.AddRelationship(t.Context(), w.ws, relationship(from, to, graph.Follows, 1)))
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

func cycleOfThree(t tester, w *world) {
	const cycles = 15
	e := w.episodes(t, 3*cycles)
	errs := w.together(3*cycles, func(i int, s graph.Store) error {
		first := i / 3 * 3
		return second(s.AddRelationship(t.Context(), w.ws, relationship(e[i], e[first+(i+1)%3], graph.Causes, 1)))
	})
	for i := 0; i < len(errs); i += 3 {
		same(t, "winners of a cycle", winners(t, errs[i:i+3], fault.Cycle), 2)
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
	slices.Reverse(down) // other types first, so that the store takes its locks in another order
	errs := w.together(2, func(i int, s graph.Store) error {
		return second(s.AddRelationships(t.Context(), w.ws, [][]graph.Relationship{up, down}[i]))
	})
	same(t, "winners", winners(t, errs, fault.Cycle), 1)
	want := up
	if errs[0] != nil {
		want = down
	}
	same(t, "stored", w.state(t).Relationships, byID(want))
}
