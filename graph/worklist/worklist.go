// Package worklist keeps the levels of episodes right when relationships of an ordering type change: incremental
// topological ordering by levels, as in Bender, Fineman, Gilbert and Tarjan, ACM TALG 12(2), 2016. The stores use it in
// the transactions of their writes.
package worklist

import (
	"container/heap"
	"context"
)

// Graph is the part of a workspace in which levels are settled, during a transaction. The level of an episode is 0 if it
// has no predecessors, otherwise one more than their highest level (see graph.Order).
type Graph interface {
	// Level returns the level of an episode that was given to the worklist, or that After or Before returned.
	Level(key int64) int
	SetLevel(key int64, level int)
	// After and Before return the direct successors and predecessors of an episode.
	After(ctx context.Context, key int64) []int64
	Before(ctx context.Context, key int64) []int64
	// Failed reports whether the transaction has failed. There is then no use in going on.
	Failed() bool
}

// List holds the episodes whose level may be wrong, lowest old level first.
type List struct {
	graph  Graph
	heap   []place
	due    map[int64]due
	most   int
	cyclic bool
}

// place is where an episode stands in the worklist.
type place struct {
	key   int64
	level int
}

// due says what is to be done with an episode.
type due struct {
	key   int64
	least int  // its level is at least this
	anew  bool // compute its level from its predecessors
}

// New returns an empty worklist. No level can be higher than most without a cycle; 0 if there can be no cycle.
func New(g Graph, most int) *List {
	return &List{graph: g, due: map[int64]due{}, most: most}
}

// Raise notes that an episode has a new predecessor, one level below this.
func (w *List) Raise(key int64, level int) {
	it := w.enter(key)
	it.least = max(it.least, level)
	w.due[key] = it
}

// Compute notes that the predecessors of an episode have changed.
func (w *List) Compute(key int64) {
	it := w.enter(key)
	it.anew = true
	w.due[key] = it
}

func (w *List) enter(key int64) due {
	it, there := w.due[key]
	if !there {
		it.key = key
		heap.Push((*byLevel)(w), place{key, w.graph.Level(key)})
	}
	return it
}

// next takes the episode of the lowest level.
func (w *List) next() due {
	at, _ := heap.Pop((*byLevel)(w)).(place)
	it := w.due[at.key]
	delete(w.due, at.key)
	return it
}

// Keys lists the episodes that are left.
func (w *List) Keys() []int64 {
	keys := make([]int64, 0, len(w.due))
	for key := range w.due {
		keys = append(keys, key)
	}
	return keys
}

// Done reports whether nothing is left.
func (w *List) Done() bool { return len(w.due) == 0 }

// Cyclic reports whether a level was higher than it can be without a cycle. The work then ended there.
func (w *List) Cyclic() bool { return w.cyclic }

// Settle gives every episode of the worklist its level, and all that depend on it. It takes them in the order of their
// old levels, so that each is mostly looked at once. It looks at about as many episodes as left says, and returns how
// many it may still look at. What is too much stays in the worklist.
func (w *List) Settle(ctx context.Context, left int) int {
	for !w.Done() && left > 0 && !w.graph.Failed() {
		at := w.next()
		old := w.graph.Level(at.key)
		level := max(old, at.least)
		left--
		if at.anew {
			before := w.graph.Before(ctx, at.key)
			left -= len(before)
			level = w.above(before)
		}
		if level == old {
			continue
		}
		w.graph.SetLevel(at.key, level)
		if w.most > 0 && level > w.most {
			w.cyclic = true
			return left
		}
		after := w.graph.After(ctx, at.key)
		left -= len(after)
		w.onwards(after, old, level)
	}
	return left
}

// above returns the level of an episode with these predecessors.
func (w *List) above(before []int64) int {
	level := 0
	for _, key := range before {
		level = max(level, w.graph.Level(key)+1)
	}
	return level
}

// onwards notes the successors of an episode whose level has changed.
func (w *List) onwards(after []int64, old, level int) {
	for _, key := range after {
		switch {
		case level > old && w.graph.Level(key) <= level:
			w.Raise(key, level+1)
		case level < old && (w.graph.Level(key) == old+1 || w.due[key].least == old+1):
			w.Compute(key) // it may have, or be about to get, its level from this one alone
		}
	}
}

// byLevel is the heap of a worklist.
type byLevel List

// Len implements heap.Interface.
func (w *byLevel) Len() int { return len(w.heap) }

// Less implements heap.Interface.
func (w *byLevel) Less(i, j int) bool { return w.heap[i].level < w.heap[j].level }

// Swap implements heap.Interface.
func (w *byLevel) Swap(i, j int) { w.heap[i], w.heap[j] = w.heap[j], w.heap[i] }

// Push implements heap.Interface.
func (w *byLevel) Push(x any) {
	at, _ := x.(place)
	w.heap = append(w.heap, at)
}

// Pop implements heap.Interface.
func (w *byLevel) Pop() any {
	at := w.heap[len(w.heap)-1]
	w.heap = w.heap[:len(w.heap)-1]
	return at
}
