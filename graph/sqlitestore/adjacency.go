package sqlitestore

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"sort"

	"plotline/graph"
)

// adjacency caches the relationships of one ordering type during a transaction. For each episode that was read, it has the
// neighbours in both directions.
type adjacency struct {
	q                  *session
	workspace          int64
	kind               graph.Type
	outgoing, incoming direction
	looked             int // how many episodes look has read
}

// direction is one direction of an adjacency.
type direction struct {
	statement *statement
	known     map[int64][]int64
	whole     [][2]int64 // all relationships, sorted by near end; nil until most are needed
	far       []int64    // the far ends of whole
}

func newAdjacency(q *session, workspace int64, t graph.Type) *adjacency {
	return &adjacency{
		q: q, workspace: workspace, kind: t,
		outgoing: direction{statement: reachOnwards, known: map[int64][]int64{}},
		incoming: direction{statement: reachBack, known: map[int64][]int64{}},
	}
}

// add records a relationship that was just stored.
func (w *adjacency) add(from, to node) {
	w.outgoing.add(from.key, to.key)
	w.incoming.add(to.key, from.key)
}

// addFresh records episodes that have no relationships yet.
func (w *adjacency) addFresh(fresh []node) {
	for _, n := range fresh {
		w.outgoing.known[n.key], w.incoming.known[n.key] = nil, nil
	}
}

// know reads what a dry run must know before it adds a relationship, because it does not store it.
func (w *adjacency) know(ctx context.Context, from, to node) {
	for key, y := range map[int64]*direction{from.key: &w.outgoing, to.key: &w.incoming} {
		if !y.isKnown(key) {
			w.look(ctx, y, []int64{key}, 0)
		}
	}
}

// remove forgets a relationship that was taken back.
func (w *adjacency) remove(from, to node) {
	w.outgoing.remove(from.key, to.key)
	w.incoming.remove(to.key, from.key)
}

func (y *direction) remove(near, far int64) {
	if list, known := y.of(near); known {
		y.known[near] = slices.DeleteFunc(slices.Clone(list), func(key int64) bool { return key == far })
	}
}

func (y *direction) add(near, far int64) {
	if list, known := y.of(near); known {
		y.known[near] = append(slices.Clip(list), far)
	}
}

// of returns the far ends of an episode's relationships, if they are known.
func (y *direction) of(key int64) (list []int64, known bool) {
	if list, known = y.known[key]; known || y.whole == nil {
		return list, known
	}
	first := sort.Search(len(y.whole), func(i int) bool { return y.whole[i][0] >= key })
	end := first
	for end < len(y.whole) && y.whole[end][0] == key {
		end++
	}
	return y.far[first:end], true
}

func (y *direction) isKnown(key int64) bool { _, known := y.of(key); return known }

// neighbours is the callback of graph.ShortestPath.
func (w *adjacency) neighbours(ctx context.Context, frontier []int64, back bool) [][]int64 {
	y := &w.outgoing
	if back {
		y = &w.incoming
	}
	w.q.searched += len(frontier)
	lists := make([][]int64, len(frontier))
	if !w.q.look(len(frontier)) {
		return lists
	}
	var news []int64
	for i, key := range frontier {
		list, known := y.of(key)
		if !known {
			news = append(news, key)
		}
		lists[i] = list
	}
	if news == nil {
		return lists
	}
	beyond := w.looked
	if w.q.room >= 0 {
		beyond = min(beyond, w.q.room/readAheadShare)
	}
	w.look(ctx, y, news, beyond)
	for i, key := range frontier {
		lists[i], _ = y.of(key)
	}
	return lists
}

// A search that has read more than a few episodes, and more than 1/readAllShare of the workspace, reads the rest at once.
// That costs less than going on.
const (
	readAllMin   = 1_000
	readAllShare = 8
)

// readAheadShare is the part of what a search may still look at that it reads ahead.
const readAheadShare = 8

// look reads the relationships of some episodes, and of as many beyond them as beyond says. A search has it read as many
// as were read before. A short one then reads little. A deep one needs few queries, even if the graph is sparse.
func (w *adjacency) look(ctx context.Context, y *direction, keys []int64, beyond int) {
	if len(keys) == 0 {
		return
	}
	if w.q.room < 0 && w.looked > readAllMin && int64(w.looked)*readAllShare > w.q.number(ctx, countByKey, w.workspace) {
		w.readAll(ctx)
		return
	}
	type edge struct {
		near int64
		far  sql.NullInt64
	}
	most := -1
	if w.q.room >= 0 {
		most = w.q.room + 1
	}
	edges := all(ctx, w.q, y.statement, func(e *edge) []any { return []any{&e.near, &e.far} },
		list(keys), typeNumber(w.kind), len(keys)+beyond, most)
	if !w.q.look(len(edges)) {
		return // they may not be all
	}
	fresh := map[int64][]int64{}
	for _, e := range edges {
		list := fresh[e.near]
		if e.far.Valid && !w.isCut(y, e.near, e.far.Int64) {
			list = append(list, e.far.Int64)
		}
		fresh[e.near] = list
	}
	w.looked += len(fresh)
	for key, list := range fresh {
		if _, known := y.known[key]; !known {
			y.known[key] = list
		}
	}
}

// isCut reports whether this dry run has removed a relationship.
func (w *adjacency) isCut(y *direction, near, far int64) bool {
	if y == &w.incoming {
		near, far = far, near
	}
	return w.q.cut[addition{orderingOf(w.workspace, w.kind), near, far}]
}

// readAll reads all relationships of the type.
func (w *adjacency) readAll(ctx context.Context) {
	pairs := all(ctx, w.q, wholeType, pairFields, w.workspace, typeNumber(w.kind))
	if len(w.q.cut) > 0 {
		pairs = slices.DeleteFunc(pairs, func(pair [2]int64) bool { return w.isCut(&w.outgoing, pair[0], pair[1]) })
	}
	turned := make([][2]int64, len(pairs))
	for i, pair := range pairs {
		turned[i] = [2]int64{pair[1], pair[0]}
	}
	w.incoming.keep(turned)
	w.outgoing.keep(pairs)
}

// keep keeps the relationships of a whole workspace, each with its near end first.
func (y *direction) keep(pairs [][2]int64) {
	slices.SortFunc(pairs, func(a, b [2]int64) int { return cmp.Compare(a[0], b[0]) })
	y.whole, y.far = pairs, make([]int64, len(pairs))
	for i, pair := range pairs {
		y.far[i] = pair[1]
	}
}
