package sqlitestore

import (
	"context"
	"errors"
	"slices"
	"sync"

	"plotline/graph"
)

// A search for a cycle may look at a whole workspace, and all writers of all processes wait while a write does that. Under
// the write lock, a search therefore looks at few episodes. If they do not suffice, the write is undone, and its call does
// it as a dry run on a snapshot, where searches take as long as they need. A cycle that a dry run finds is the answer: it is
// right for a moment during the call. Otherwise the call tries the write again with the findings of the dry run. Under the
// lock, it then looks only at relationships that were added since. If too many are added each time, the other calls of the
// workspace that add some wait for one dry run.

const (
	// maxLocked is how many episodes and relationships a search looks at under the write lock.
	maxLocked = 2_000
	// lockedOfList is how many times as many the searches of a list look at.
	lockedOfList = 10
	// mostDryRuns is how many dry runs a call does before the others of its workspace wait for one.
	mostDryRuns = 2
	// searchesAtOnce is how many dry runs the store does at once, of which each workspace has one.
	searchesAtOnce = 2
	// maxAdditions is how many added relationships a store remembers.
	maxAdditions = 16_384
)

// place is what two relationships cannot share.
type place struct {
	from, to graph.ID
	kind     graph.Type
}

func placeOf(rel graph.Relationship) place { return place{rel.From, rel.To, rel.Type} }

// findings are the results of a dry run that found no cycle.
type findings struct {
	since mark
	sets  map[place]*closedSet // for the relationships that needed a search
	added map[place]bool       // the relationships that the dry run has added
	fresh map[int64]graph.ID   // the episodes that it has created, by the keys that it gave them
}

// closedSet is the reason why no path leads from one episode to another: a set of episodes that has the first and not the
// second, and that no relationship leaves. With back, it has the second and not the first, and no relationship enters it.
// If it is pruned, relationships may lead to episodes outside of it whose level is too high for a path.
type closedSet struct {
	keys         []int64 // sorted
	back, pruned bool
}

func newClosedSet(keys []int64, back, pruned bool) *closedSet {
	slices.Sort(keys)
	return &closedSet{keys, back, pruned}
}

func (c *closedSet) has(key int64) bool {
	_, has := slices.BinarySearch(c.keys, key)
	return has
}

// longSearchError reports a write that was undone, because its search for a cycle takes too long under the write lock.
type longSearchError struct{ since mark }

// Error implements error.
func (*longSearchError) Error() string {
	return "the search for a cycle takes too long under the write lock"
}

// attempt is how a write is tried.
type attempt struct {
	found     *findings // of a dry run, nil for none
	alone     bool      // the other calls of the workspace wait for this one
	unbounded bool      // searches have no bound
}

// begin prepares a session for relationships of a workspace. Its searches may look at n times as much as that of one.
func (q *session) begin(ws string, how attempt, n int) error {
	q.found, q.room, q.over = how.found, n*q.locked, false
	if how.unbounded {
		q.room = -1
	}
	if open := q.additions.held(ws); open != nil && !how.alone {
		return &heldBackError{open}
	}
	return nil
}

// heldBackError reports a write that waits for another one of its workspace.
type heldBackError struct{ open <-chan struct{} }

// Error implements error.
func (*heldBackError) Error() string { return "the workspace waits for a search for a cycle" }

// searching tries a write until no search is too long for the write lock. work is the same write in one session.
func (s *Store) searching(
	ctx context.Context, ws string, try func(attempt) error, work func(*session) error,
) error {
	var how attempt
	for dryRuns := 0; ; {
		err := try(how)
		if other, is := errors.AsType[*heldBackError](err); is {
			select {
			case <-other.open:
				continue
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		long, is := errors.AsType[*longSearchError](err)
		switch {
		case !is:
			return err
		case dryRuns == mostDryRuns:
			return s.searchAlone(ctx, ws, try, work)
		}
		dryRuns++
		if how.found, err = s.dryRun(ctx, ws, long.since, work); err != nil {
			return err
		}
	}
}

// searchAlone is the last dry run of a write, and its last try. No other call of this process adds ordering relationships to
// the workspace in the meantime. If another process has written, there is no bound.
func (s *Store) searchAlone(
	ctx context.Context, ws string, try func(attempt) error, work func(*session) error,
) error {
	leave, err := s.takeDryRun(ctx, ws)
	if err != nil {
		return err
	}
	defer leave()
	defer s.additions.hold(ws)()
	since, err := transact(ctx, s, writing, func(q *session) (mark, error) { return q.mark(ctx), nil })
	if err != nil {
		return err
	}
	found, err := s.dryRunNow(ctx, since, work)
	if err != nil {
		return err
	}
	err = try(attempt{found: found, alone: true})
	if _, is := errors.AsType[*longSearchError](err); is {
		err = try(attempt{alone: true, unbounded: true})
	}
	return err
}

// writeList is write for work that may add many ordering relationships.
func writeList[T any](ctx context.Context, s *Store, ws string, work func(*session) (T, error)) (out T, err error) {
	err = s.searching(ctx, ws, func(how attempt) (err error) {
		out, err = transact(ctx, s, writing, func(q *session) (T, error) {
			if err := q.begin(ws, how, lockedOfList); err != nil {
				var none T
				return none, err
			}
			out, err := work(q)
			if q.over {
				err = &longSearchError{q.mark(ctx)}
			}
			return out, err
		})
		return err
	}, func(q *session) error {
		_, err := work(q)
		return err
	})
	if err != nil {
		var none T
		return none, s.translate(ctx, err)
	}
	return out, nil
}

// dryRun does a write on a snapshot, without its changes.
func (s *Store) dryRun(ctx context.Context, ws string, since mark, work func(*session) error) (*findings, error) {
	leave, err := s.takeDryRun(ctx, ws)
	if err != nil {
		return nil, err
	}
	defer leave()
	return s.dryRunNow(ctx, since, work)
}

func (s *Store) takeDryRun(ctx context.Context, ws string) (leave func(), err error) {
	return s.dryRuns.EnterFor(ctx, ws, "searches for cycles of this workspace", "add fewer relationships at once")
}

func (s *Store) dryRunNow(ctx context.Context, since mark, work func(*session) error) (*findings, error) {
	found := &findings{since: since, sets: map[place]*closedSet{}, added: map[place]bool{}, fresh: map[int64]graph.ID{}}
	_, err := transact(ctx, s, func(e *engine) *pool { return e.searchers }, func(q *session) (struct{}, error) {
		q.dryRun, q.limits, q.left = found, s.limits, s.settled
		return struct{}{}, work(q)
	})
	return found, err
}

// addition is an ordering relationship that was added.
type addition struct{ ordering, from, to int64 }

// additions are the ordering relationships that this process has added last, in order. Some of them may have been undone.
type additions struct {
	mu    sync.Mutex
	list  []addition
	first int                        // number of the first of the list
	holds map[string]<-chan struct{} // workspaces that get none until the channel is closed
}

// hold holds back additions to a workspace until it is opened.
func (a *additions) hold(ws string) (open func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.holds == nil {
		a.holds = map[string]<-chan struct{}{}
	}
	opened := make(chan struct{})
	a.holds[ws] = opened
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.holds, ws)
		close(opened)
	}
}

// held returns nil if the workspace is not held.
func (a *additions) held(ws string) <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.holds[ws]
}

func (a *additions) add(one addition) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list = append(a.list, one)
	if len(a.list) >= 2*maxAdditions {
		a.list = slices.Clone(a.list[maxAdditions:])
		a.first += maxAdditions
	}
}

// next returns the number of the next one.
func (a *additions) next() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.first + len(a.list)
}

// since returns those from a number on, and whether all of them are remembered.
func (a *additions) since(n int) ([]addition, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if n < a.first {
		return nil, false
	}
	return slices.Clip(a.list[n-a.first:]), true
}

// mark is a moment at which the write lock was held.
type mark struct {
	link    *link
	version int64 // changes whenever another connection commits, which is one of another process
	next    int   // number of the next addition
}

func (q *session) mark(ctx context.Context) mark {
	return mark{q.link, q.number(ctx, dataVersion), q.additions.next()}
}

// since returns the relationships that were added to an order since a mark, and whether they are known: those of other
// processes are not.
func (q *session) since(ctx context.Context, m mark, ordering int64) ([][2]int64, bool) {
	if m.link != q.link || m.version != q.number(ctx, dataVersion) {
		return nil, false
	}
	list, known := q.additions.since(m.next)
	var pairs [][2]int64
	for _, one := range list {
		if one.ordering == ordering {
			pairs = append(pairs, [2]int64{one.from, one.to})
		}
	}
	return pairs, known
}

// holds reports whether a dry run found a reason why no path leads from one end of a relationship to the other, and
// whether it still is one.
//
// Take a path that leads there nevertheless, and the last of its episodes that is in the closed set, or has too high a
// level. The path goes on with an addition, and then outside of the set. So it is enough to search from the far ends of
// additions, outside of the set.
func (l *levels) holds(ctx context.Context, from, to node, found *findings, p place) bool {
	if found == nil || found.sets[p] == nil {
		return false
	}
	set, q := found.sets[p], l.edges.q
	news, known := q.since(ctx, found.since, l.ordering())
	if !known {
		return false
	}
	goal := from.key
	if set.back {
		goal = to.key
	}
	var starts []int64
	for _, pair := range news {
		near, far := pair[0], pair[1]
		if set.back {
			near, far = far, near
		}
		if !set.has(far) && (set.pruned || set.has(near)) && l.foreseen[pair] != found {
			starts = append(starts, far)
		}
	}
	if len(starts) == 0 {
		return true
	}
	return !l.reaches(ctx, starts, goal, set.back, set.has, new([]int64)) && !q.over
}
