package sqlitestore

import (
	"container/heap"
)

// worklist holds the episodes whose level may be wrong, lowest old level first.
type worklist struct {
	levels *levels
	heap   []place
	due    map[int64]due
	cyclic bool // a level is higher than it can be without a cycle
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

func newWorklist(l *levels) *worklist { return &worklist{levels: l, due: map[int64]due{}} }

// raise notes that an episode has a new predecessor, one level below this.
func (w *worklist) raise(key int64, level int) {
	it := w.enter(key)
	it.least = max(it.least, level)
	w.due[key] = it
}

// compute notes that an episode has lost a predecessor.
func (w *worklist) compute(key int64) {
	it := w.enter(key)
	it.anew = true
	w.due[key] = it
}

func (w *worklist) enter(key int64) due {
	it, there := w.due[key]
	if !there {
		it.key = key
		heap.Push(w, place{key, w.levels.of(key)})
	}
	return it
}

// next takes the episode of the lowest level.
func (w *worklist) next() due {
	at, _ := heap.Pop(w).(place)
	it := w.due[at.key]
	delete(w.due, at.key)
	return it
}

func (w *worklist) keys() []int64 {
	keys := make([]int64, 0, len(w.due))
	for key := range w.due {
		keys = append(keys, key)
	}
	return keys
}

// Len implements heap.Interface.
func (w *worklist) Len() int { return len(w.heap) }

// Less implements heap.Interface.
func (w *worklist) Less(i, j int) bool { return w.heap[i].level < w.heap[j].level }

// Swap implements heap.Interface.
func (w *worklist) Swap(i, j int) { w.heap[i], w.heap[j] = w.heap[j], w.heap[i] }

// Push implements heap.Interface.
func (w *worklist) Push(x any) {
	at, _ := x.(place)
	w.heap = append(w.heap, at)
}

// Pop implements heap.Interface.
func (w *worklist) Pop() any {
	at := w.heap[len(w.heap)-1]
	w.heap = w.heap[:len(w.heap)-1]
	return at
}
