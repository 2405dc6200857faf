package worklist_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"plotline/graph"
	"plotline/graph/worklist"
)

// memory is a graph in memory.
type memory struct {
	after, before map[int64][]int64
	level         map[int64]int
	reads         int
	failed        bool
}

func (m *memory) Level(key int64) int           { return m.level[key] }
func (m *memory) SetLevel(key int64, level int) { m.level[key] = level }
func (m *memory) Failed() bool                  { return m.failed }

func (m *memory) After(_ context.Context, key int64) []int64 {
	m.reads++
	return m.after[key]
}

func (m *memory) Before(_ context.Context, key int64) []int64 {
	m.reads++
	return m.before[key]
}

func newMemory() *memory {
	return &memory{after: map[int64][]int64{}, before: map[int64][]int64{}, level: map[int64]int{}}
}

func (m *memory) add(from, to int64) {
	m.after[from], m.before[to] = append(m.after[from], to), append(m.before[to], from)
}

func (m *memory) remove(from, to int64) {
	m.after[from] = slices.DeleteFunc(m.after[from], func(key int64) bool { return key == to })
	m.before[to] = slices.DeleteFunc(m.before[to], func(key int64) bool { return key == from })
}

// computed returns the levels of n episodes, computed from nothing.
func (m *memory) computed(t *testing.T, n int) map[int64]int {
	t.Helper()
	var edges [][2]int32
	for from, list := range m.after {
		for _, to := range list {
			edges = append(edges, [2]int32{int32(from), int32(to)}) //nolint:gosec // small
		}
	}
	list, acyclic := graph.Levels(n, edges)
	if !acyclic {
		t.Fatal("the test made a cycle")
	}
	levels := map[int64]int{}
	for key, level := range list {
		if level > 0 {
			levels[int64(key)] = level
		}
	}
	return levels
}

// change adds or removes a relationship at random, and returns the episode that it leads to, and whether it is new.
func (m *memory) change(r *rand.Rand, place []int) (from, to int64, added bool) {
	for from == to {
		from, to = r.Int64N(int64(len(place))), r.Int64N(int64(len(place)))
	}
	if place[from] > place[to] {
		from, to = to, from
	}
	if slices.Contains(m.after[from], to) {
		m.remove(from, to)
		return from, to, false
	}
	m.add(from, to)
	return from, to, true
}

// TestRandomHistories compares settled levels with computed ones after some changes. With a small bound, work is left,
// and goes on from its keys.
func TestRandomHistories(t *testing.T) {
	t.Parallel()
	const n = 30
	for _, c := range []struct{ bound, together int }{{1 << 20, 1}, {3, 1}, {1 << 20, 12}, {3, 12}, {40, 12}} {
		seed := rand.Uint64() //nolint:gosec // a test's history
		t.Logf("bound %d, %d together, seed %d", c.bound, c.together, seed)
		r := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // as above
		place := r.Perm(n)                  // relationships lead from lower to higher places
		m := newMemory()
		for range 4000 {
			work := worklist.New(m, n)
			for range 1 + r.IntN(c.together) {
				from, to, added := m.change(r, place)
				if added && c.together == 1 {
					work.Raise(to, max(m.level[to], m.level[from]+1))
				} else {
					work.Compute(to)
				}
			}
			for !work.Done() {
				work.Settle(t.Context(), c.bound)
				rest := worklist.New(m, n)
				for _, key := range work.Keys() {
					rest.Compute(key)
				}
				work = rest
			}
			maps.DeleteFunc(m.level, func(_ int64, level int) bool { return level == 0 })
			if want := m.computed(t, n); !maps.Equal(m.level, want) {
				t.Fatalf("levels %v, want %v", m.level, want)
			}
		}
	}
}

// TestDiamonds checks that a chain of diamonds is looked at once, not once for each path.
func TestDiamonds(t *testing.T) {
	t.Parallel()
	m := newMemory()
	const diamonds = 40
	for i := range int64(diamonds) {
		top := 3*i + 1
		m.add(top, top+1)
		m.add(top, top+2)
		m.add(top+1, top+3)
		m.add(top+2, top+3)
	}
	m.level = m.computed(t, 3*diamonds+2)
	m.add(0, 1)
	work := worklist.New(m, 0)
	work.Raise(1, 1)
	work.Settle(t.Context(), 1<<20)
	if m.reads > 3*diamonds+1 || m.level[3*diamonds+1] != 2*diamonds+1 {
		t.Errorf("%d reads, last level %d", m.reads, m.level[3*diamonds+1])
	}
}

// TestCycle checks that the work ends at a cycle, and that it ends when the transaction fails.
func TestCycle(t *testing.T) {
	t.Parallel()
	m := newMemory()
	m.add(0, 1)
	m.add(1, 0)
	work := worklist.New(m, 2)
	work.Compute(0)
	if work.Settle(t.Context(), 1<<20); !work.Cyclic() {
		t.Error("the cycle was not noticed")
	}
	m.failed = true
	work = worklist.New(m, 2)
	work.Compute(1)
	if left := work.Settle(t.Context(), 7); left != 7 || work.Done() {
		t.Errorf("%d left, done %t", left, work.Done())
	}
}
