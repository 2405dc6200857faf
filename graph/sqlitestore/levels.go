package sqlitestore

import (
	"context"
	"slices"

	"plotline/graph"
	"plotline/graph/worklist"
)

// levels keeps the levels of one ordering type right during a transaction. It is the Graph of the worklist.
//
// A relationship to an episode of a higher level closes no cycle, and changes no level. Only other relationships need a
// search, which ends at the level of its goal, and only they raise levels.
//
// Changes of relationships leave notes (see the triggers of migrations 6 and 9). Levels are used only if there were no
// notes before, and the notes of this transaction are deleted when its levels are settled.
type levels struct {
	edges *adjacency
	kept  bool // the levels hold
	used  bool // relationships have changed
	noted bool // their changes may have left notes
	known map[int64]int
	dirty map[int64]bool // known levels that are not stored yet

	foreseen map[[2]int64]*findings // relationships of this transaction that the dry run of their call has added, too
}

// maxSearched is how many episodes the searches of a list look at before the list is refused: about a second on a slow
// machine.
const maxSearched = 1_000_000

// maxSettled is how many episodes a transaction looks at to settle levels, because other writers wait for it. What is
// left after that gets notes, and is settled later.
const maxSettled = 10_000

func newLevels(q *session, workspace int64, t graph.Type, kept bool) *levels {
	edges := newAdjacency(q, workspace, t)
	return &levels{edges: edges, kept: kept, known: map[int64]int{}, dirty: map[int64]bool{}, foreseen: map[[2]int64]*findings{}}
}

// ordering is the key of the order.
func (l *levels) ordering() int64 { return orderingOf(l.edges.workspace, l.edges.kind) }

// ordersKept reports which orders of a workspace are kept, by the numbers of their types. A transaction that changes
// relationships must ask before, because its changes leave notes.
func (q *session) ordersKept(ctx context.Context, workspace int64) [2]bool {
	kept, _ := first(ctx, q, ordersKept, func(kept *[2]bool) []any { return []any{&kept[0], &kept[1]} }, workspace)
	return kept
}

// ordered reads episodes with their row keys, and their places in an order. It returns nil for the order if it finds none.
// Only if they are to be named does it read their rows: all else is in indexes.
func (q *session) ordered(
	ctx context.Context, ws string, t graph.Type, ids []graph.ID, named bool,
) (map[graph.ID]node, *levels) {
	type place struct {
		node
		level       int
		leads, kept bool // it has successors; the order is kept
	}
	var order *levels
	nodes := make(map[graph.ID]node, len(ids))
	for _, e := range all(ctx, q, findOrdered, func(e *place) []any {
		return append(nodeFields(&e.node), &e.level, &e.leads, &e.kept)
	}, ws, list(ids), typeNumber(t), named) {
		nodes[e.EpisodeID] = e.node
		if order == nil {
			order = newLevels(q, e.workspace, t, e.kept)
		}
		order.known[e.key] = e.level
		if !e.leads {
			order.edges.outgoing.known[e.key] = nil
		}
	}
	return nodes, order
}

// preload reads what a list of relationships needs at once, rather than one by one.
func (l *levels) preload(ctx context.Context, rels []graph.Relationship, nodes map[graph.ID]node) {
	var froms, tos []int64
	for _, rel := range rels {
		from, to := nodes[rel.From].key, nodes[rel.To].key
		simple := l.kept && l.Level(from) < l.Level(to) // unless others of the list raise levels
		if rel.Type == l.edges.kind && from != 0 && to != 0 && !simple {
			froms, tos = append(froms, from), append(tos, to)
		}
	}
	if len(froms) < 2 {
		return
	}
	q := l.edges.q
	room, over := q.room, q.over
	l.edges.look(ctx, &l.edges.outgoing, slices.DeleteFunc(tos, l.edges.outgoing.isKnown), 0)
	if !l.kept {
		l.edges.look(ctx, &l.edges.incoming, froms, 0)
	}
	q.room, q.over = room, over // what is too much is read when it is needed
}

// add settles the levels after a relationship was stored. If that closed a cycle, it returns the cycle. If the search for one
// is too long for the write lock, the session is over.
func (l *levels) add(ctx context.Context, from, to node, p place) *graph.CyclePath {
	q := l.edges.q
	l.used = true
	if q.dryRun != nil {
		l.edges.know(ctx, from, to)
	} else {
		q.additions.add(addition{l.ordering(), from.key, to.key})
	}
	l.edges.add(from, to)
	if l.kept && l.addSimple(from, to) {
		l.expect(from, to, p)
		return nil
	}
	l.noted = true
	if cycle := l.search(ctx, from, to, p); cycle != nil || q.over {
		return cycle
	}
	l.expect(from, to, p)
	if !l.kept {
		return nil
	}
	if above := l.Level(from.key) + 1; l.Level(to.key) < above {
		work := worklist.New(l, 0)
		work.Raise(to.key, above)
		l.settleNow(ctx, work)
	}
	return nil
}

// search returns the cycle that a relationship completes, or nil.
func (l *levels) search(ctx context.Context, from, to node, p place) *graph.CyclePath {
	q := l.edges.q
	if l.holds(ctx, from, to, q.found, p) || q.over {
		return nil
	}
	cycle, set := l.cycleThrough(ctx, from, to)
	if q.dryRun != nil && cycle == nil {
		q.dryRun.sets[p] = set
	}
	return cycle
}

// expect notes that a dry run has added a relationship, or that it had when it searched for the later ones.
func (l *levels) expect(from, to node, p place) {
	switch q := l.edges.q; {
	case q.dryRun != nil:
		q.dryRun.added[p] = true
	case q.found != nil && q.found.added[p]:
		l.foreseen[[2]int64{from.key, to.key}] = q.found
	}
}

// addSimple reports whether the triggers of migration 9 have settled the level after a relationship was stored. They only
// do so as long as there are no notes.
func (l *levels) addSimple(from, to node) bool {
	if l.noted {
		return false
	}
	if l.Level(from.key) < l.Level(to.key) {
		return true
	}
	if after, known := l.edges.outgoing.of(to.key); !known || len(after) > 0 {
		return false
	}
	l.known[to.key] = l.Level(from.key) + 1
	return true
}

// settleNow settles a worklist in the transaction that made it. If that is too much, it leaves notes for the rest, and
// the levels no longer hold.
func (l *levels) settleNow(ctx context.Context, work *worklist.List) {
	q := l.edges.q
	room := q.room
	q.room = -1 // left bounds this
	q.left = work.Settle(ctx, q.left)
	q.room = room
	if work.Done() {
		return
	}
	if q.dryRun != nil {
		l.kept = false
		return
	}
	l.store(ctx)
	l.kept = false
	q.exec(ctx, clearNotes, l.ordering())
	q.exec(ctx, insertNotes, l.ordering(), list(work.Keys()))
}

// cycleThrough returns the cycle that a relationship would complete, or the reason why it completes none.
func (l *levels) cycleThrough(ctx context.Context, from, to node) (*graph.CyclePath, *closedSet) {
	if from.key != to.key && l.kept {
		var met []int64
		none := func(int64) bool { return false }
		if l.Level(from.key) <= l.Level(to.key) || !l.reaches(ctx, []int64{to.key}, from.key, false, none, &met) {
			return nil, newClosedSet(met, false, true)
		}
	}
	return l.edges.cycleThrough(ctx, from, to)
}

// reaches reports whether a path leads from one of some episodes to another one, or with back the other way, outside of a
// set. While the order is kept, it looks at no episode whose level is too high or too low. It adds to met the others.
func (l *levels) reaches(
	ctx context.Context, starts []int64, goal int64, back bool, outside func(key int64) bool, met *[]int64,
) bool {
	q, seen := l.edges.q, map[int64]bool{}
	var next []int64
	take := func(keys []int64) (found bool) {
		if l.kept {
			l.load(ctx, keys...)
		}
		for _, key := range keys {
			if key == goal {
				return true
			}
			if !seen[key] && !outside(key) && l.mayLead(key, goal, back) {
				seen[key] = true
				next = append(next, key)
			}
		}
		return false
	}
	if take(starts) {
		return true
	}
	for len(next) > 0 && q.err == nil && !q.over {
		frontier := next
		*met, next = append(*met, frontier...), nil
		if slices.ContainsFunc(l.edges.neighbours(ctx, frontier, back), take) {
			return true
		}
	}
	return false
}

// mayLead reports whether the levels admit a path from an episode to another one, or with back the other way.
func (l *levels) mayLead(key, goal int64, back bool) bool {
	switch {
	case !l.kept:
		return true
	case back:
		return l.Level(key) > l.Level(goal)
	}
	return l.Level(key) < l.Level(goal)
}

// load reads the levels of some episodes.
func (l *levels) load(ctx context.Context, keys ...int64) {
	missing := l.ahead(keys, 2*len(l.known), func(key int64) bool { _, known := l.known[key]; return known })
	if len(missing) == 0 {
		return
	}
	for _, key := range missing {
		l.known[key] = 0 // an episode of another program may have no level
	}
	for _, row := range all(ctx, l.edges.q, getLevels, pairFields, list(missing), typeNumber(l.edges.kind)) {
		l.known[row[0]] = int(row[1])
	}
}

// ahead lists those of the keys that are not known. If there are any, it goes on with the episodes behind them, as far as
// the adjacency knows the way, up to about so many: a long walk then needs few queries.
func (l *levels) ahead(keys []int64, most int, known func(int64) bool) []int64 {
	var found []int64
	listed := map[int64]bool{}
	take := func(keys []int64) {
		for _, key := range keys {
			if !listed[key] && !known(key) {
				listed[key] = true
				found = append(found, key)
			}
		}
	}
	take(keys)
	for i := 0; i < len(found) && len(found) < most; i++ {
		after, _ := l.edges.outgoing.of(found[i])
		take(after)
	}
	return found
}

// Level implements worklist.Graph.
func (l *levels) Level(key int64) int { return l.known[key] }

// SetLevel implements worklist.Graph.
func (l *levels) SetLevel(key int64, level int) {
	l.known[key] = level
	l.dirty[key] = true
}

// After implements worklist.Graph.
func (l *levels) After(ctx context.Context, key int64) []int64 {
	after := l.edges.neighbours(ctx, []int64{key}, false)[0]
	l.load(ctx, after...)
	return after
}

// Before implements worklist.Graph.
func (l *levels) Before(ctx context.Context, key int64) []int64 {
	incoming := &l.edges.incoming
	if missing := l.ahead([]int64{key}, 2*len(incoming.known), incoming.isKnown); len(missing) > 0 {
		l.edges.look(ctx, incoming, missing, 0)
	}
	before, _ := incoming.of(key)
	l.load(ctx, before...)
	return before
}

// Failed implements worklist.Graph.
func (l *levels) Failed() bool { return l.edges.q.err != nil }

// finish stores the levels at the end of a transaction.
func (l *levels) finish(ctx context.Context) {
	switch {
	case !l.used:
		return
	case !l.kept:
		l.edges.q.unsettled = true
		return
	}
	l.store(ctx)
	if l.noted {
		l.edges.q.exec(ctx, clearNotes, l.ordering())
	}
}

// store writes the levels that have changed.
func (l *levels) store(ctx context.Context) {
	pairs := make([][2]int64, 0, len(l.dirty))
	for key := range l.dirty {
		pairs = append(pairs, [2]int64{key, int64(l.known[key])})
	}
	if len(pairs) > 0 {
		l.edges.q.setLevels(ctx, l.edges.kind, list(pairs))
	}
	clear(l.dirty)
}

// setLevels writes levels. The entries are those of the statements.
func (q *session) setLevels(ctx context.Context, t graph.Type, entries string) {
	if t == graph.Follows {
		q.exec(ctx, setFollows, entries)
	} else {
		q.exec(ctx, setCauses, entries)
	}
}
