package sqlitestore

import (
	"context"
	"slices"

	"plotline/graph"
	"plotline/internal/fault"
)

// AddRelationship implements graph.Store.
func (s *Store) AddRelationship(ctx context.Context, ws string, rel graph.Relationship) (graph.Ends, error) {
	var ends *graph.Ends
	err := s.searching(ctx, ws, func(how attempt) error {
		ends = &graph.Ends{} // a group that goes on may still write to one of an earlier try
		return s.inGroup(ctx, work{ws: ws, add: &rel, ends: ends, how: how})
	}, func(q *session) error {
		if _, verdict := newAdder(ctx, q, ws, []graph.Relationship{rel}).add(ctx, rel); verdict != nil {
			return verdict
		}
		return nil
	})
	if err != nil {
		return graph.Ends{}, s.translate(ctx, err)
	}
	return *ends, nil
}

// AddRelationships implements graph.Store.
func (s *Store) AddRelationships(ctx context.Context, ws string, rels []graph.Relationship) ([]graph.Ends, error) {
	if len(rels) == 0 {
		return []graph.Ends{}, nil
	}
	return writeList(ctx, s, ws, func(q *session) ([]graph.Ends, error) {
		a := newAdder(ctx, q, ws, rels)
		ends := make([]graph.Ends, len(rels))
		for i, rel := range rels {
			if err := a.addAt(ctx, i, len(rels), rel); err != nil {
				return nil, err
			}
			ends[i] = a.ends(rel)
		}
		a.finish(ctx)
		return ends, nil
	})
}

// errLongSearch is the verdict on a relationship whose search is over the bound. No caller of the store sees it.
var errLongSearch = fault.New(fault.Internal, "the search for a cycle takes too long under the write lock")

// adder stores relationships one after the other.
type adder struct {
	q      *session
	ws     string
	nodes  map[graph.ID]node
	levels map[graph.Type]*levels
	stored bool // it has stored a relationship

	// What a dry run has added; nil if the session writes.
	placed map[place]graph.Relationship
	named  map[graph.ID]graph.Relationship
}

// newAdder reads at once what all of the relationships need. fresh are episodes of the same transaction, which a dry run
// does not find.
func newAdder(ctx context.Context, q *session, ws string, rels []graph.Relationship, fresh ...node) *adder {
	ends, ordering := make([]graph.ID, 0, 2*len(rels)), map[graph.Type]bool{}
	for _, rel := range rels {
		ends = append(ends, rel.From, rel.To)
		if rel.Type.Ordering() {
			ordering[rel.Type] = true
		}
	}
	slices.Sort(ends)
	ends = slices.Compact(ends)
	a := &adder{q: q, ws: ws, levels: map[graph.Type]*levels{}}
	if q.dryRun != nil {
		a.placed, a.named = map[place]graph.Relationship{}, map[graph.ID]graph.Relationship{}
	}
	if len(ordering) == 0 {
		a.nodes = q.nodes(ctx, ws, ends)
	}
	for t := range ordering {
		nodes, order := q.ordered(ctx, ws, t, ends, a.nodes == nil)
		if a.nodes == nil {
			a.nodes = nodes
		}
		if order == nil && len(fresh) > 0 {
			order = newLevels(q, fresh[0].workspace, t, q.ordersKept(ctx, fresh[0].workspace)[typeNumber(t)])
		}
		if order != nil {
			order.edges.addFresh(fresh)
			a.levels[t] = order
		}
	}
	for _, n := range fresh {
		a.nodes[n.EpisodeID] = n
	}
	for _, order := range a.levels {
		order.preload(ctx, rels, a.nodes)
	}
	return a
}

// addAt stores one relationship of a list of n.
func (a *adder) addAt(ctx context.Context, i, n int, rel graph.Relationship) error {
	if a.q.tooManySearched(i) {
		return graph.TooManySearched(i, n)
	}
	if _, verdict := a.add(ctx, rel); verdict != nil {
		return verdict.At(i)
	}
	return nil
}

// add stores one relationship. If its place or its id is taken, it returns the relationship that is there. The error
// is nil if that one is an earlier attempt of the same call.
func (a *adder) add(ctx context.Context, rel graph.Relationship) (*graph.Relationship, *fault.Error) {
	if missing := absent(a.nodes, rel.From, rel.To); missing != nil {
		return nil, missing
	}
	from, to := a.nodes[rel.From], a.nodes[rel.To]
	if !a.put(ctx, rel, from, to) {
		return a.conflicting(ctx, rel, from, to)
	}
	// Checking after the insert is safe: the path starts where the new relationship ends, and a cycle takes the
	// relationship back.
	if levels := a.levels[rel.Type]; levels != nil {
		path := levels.add(ctx, from, to, placeOf(rel))
		if path != nil || a.q.over {
			a.takeBack(ctx, rel)
			levels.edges.remove(from, to)
		}
		switch {
		case path != nil:
			return nil, graph.CycleCreated(*path)
		case a.q.over:
			return nil, errLongSearch
		}
	}
	a.stored = true
	return nil, nil
}

// put stores a relationship, or remembers it in a dry run. It reports false if its place or its id is taken.
func (a *adder) put(ctx context.Context, rel graph.Relationship, from, to node) bool {
	if a.q.dryRun == nil {
		return a.q.exec(ctx, insertRelationship, from.key, to.key, from.workspace, string(rel.ID),
			typeNumber(rel.Type), rel.Strength, object(rel.Metadata), int64(rel.CreatedAt)) > 0
	}
	if there, verdict := a.conflicting(ctx, rel, from, to); there != nil || verdict != nil {
		return false
	}
	a.placed[placeOf(rel)], a.named[rel.ID] = rel, rel
	return true
}

func (a *adder) takeBack(ctx context.Context, rel graph.Relationship) {
	if a.q.dryRun == nil {
		a.q.exec(ctx, deleteRelationship, a.ws, string(rel.ID))
	}
}

// ends returns the ends of a relationship that was added.
func (a *adder) ends(rel graph.Relationship) graph.Ends {
	return graph.Ends{From: a.nodes[rel.From].Node, To: a.nodes[rel.To].Node}
}

// finish stores the levels that the relationships changed, and that the workspace has changed.
func (a *adder) finish(ctx context.Context) {
	if a.q.dryRun != nil {
		return
	}
	for _, levels := range a.levels {
		levels.finish(ctx)
	}
	if a.stored {
		a.q.changed(ctx, a.ws)
	}
}

// conflicting returns the reason why a relationship is not stored: another one has its place, or its id. It returns nil
// if none has.
func (a *adder) conflicting(
	ctx context.Context, rel graph.Relationship, from, to node,
) (*graph.Relationship, *fault.Error) {
	there, is := a.placed[placeOf(rel)]
	if !is {
		there, is = a.stands(ctx, getInPlace, from.key, to.key, list([]int{typeNumber(rel.Type)}), string(rel.From), string(rel.To))
	}
	if is && there.ID == rel.ID {
		return &there, nil
	}
	if is {
		return &there, graph.RelationshipExists(there.ID, rel.From, rel.To, rel.Type)
	}
	if there, is = a.named[rel.ID]; !is {
		there, is = a.stands(ctx, getRelationships, a.ws, list([]graph.ID{rel.ID}))
	}
	if is {
		return nil, graph.RelationshipExists(there.ID, there.From, there.To, there.Type)
	}
	return nil, nil
}

// stands reads a relationship that this transaction has not removed.
func (a *adder) stands(ctx context.Context, st *statement, args ...any) (graph.Relationship, bool) {
	there, is := first(ctx, a.q, st, relationshipFields, args...)
	return there, is && !a.q.removed[there.ID]
}

// nodes reads episodes with their row keys.
func (q *session) nodes(ctx context.Context, ws string, ids []graph.ID) map[graph.ID]node {
	nodes := map[graph.ID]node{}
	for _, n := range all(ctx, q, findNodes, nodeFields, ws, list(ids)) {
		nodes[n.EpisodeID] = n
	}
	return nodes
}

// absent returns a not-found error for the ids that have no node, or nil. It names each id once.
func absent(nodes map[graph.ID]node, ids ...graph.ID) *fault.Error {
	var missing []graph.ID
	for _, id := range ids {
		if _, there := nodes[id]; !there && !slices.Contains(missing, id) {
			missing = append(missing, id)
		}
	}
	if missing == nil {
		return nil
	}
	return graph.EpisodeNotFound(missing...)
}
