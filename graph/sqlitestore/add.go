package sqlitestore

import (
	"context"
	"slices"

	"plotline/graph"
	"plotline/internal/fault"
)

// AddRelationship implements graph.Store.
func (s *Store) AddRelationship(ctx context.Context, ws string, rel graph.Relationship) (graph.Ends, error) {
	var ends graph.Ends
	if err := s.inGroup(ctx, work{ws: ws, add: &rel, ends: &ends}); err != nil {
		return graph.Ends{}, err // a group that goes on may still write to ends
	}
	return ends, nil
}

// AddRelationships implements graph.Store.
func (s *Store) AddRelationships(ctx context.Context, ws string, rels []graph.Relationship) ([]graph.Ends, error) {
	if len(rels) == 0 {
		return []graph.Ends{}, nil
	}
	return write(ctx, s, func(q *session) ([]graph.Ends, error) {
		a := newAdder(ctx, q, ws, rels)
		ends := make([]graph.Ends, len(rels))
		for i, rel := range rels {
			if i > 0 && q.searched > q.searches {
				return nil, graph.TooManySearched(i, len(rels))
			}
			if _, verdict := a.add(ctx, rel); verdict != nil {
				return nil, verdict.At(i)
			}
			ends[i] = a.ends(rel)
		}
		a.finish(ctx)
		return ends, nil
	})
}

// adder stores relationships one after the other.
type adder struct {
	q      *session
	ws     string
	nodes  map[graph.ID]node
	levels map[graph.Type]*levels
	stored bool // it has stored a relationship
}

// newAdder reads at once what all of the relationships need.
func newAdder(ctx context.Context, q *session, ws string, rels []graph.Relationship) *adder {
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
	if len(ordering) == 0 {
		a.nodes = q.nodes(ctx, ws, ends)
	}
	for t := range ordering {
		nodes, order := q.ordered(ctx, ws, t, ends, a.nodes == nil)
		if a.nodes == nil {
			a.nodes = nodes
		}
		if order != nil {
			order.preload(ctx, rels, a.nodes)
			a.levels[t] = order
		}
	}
	return a
}

// add stores one relationship. If its place or its id is taken, it returns the relationship that is there. The error
// is nil if that one is an earlier attempt of the same call.
func (a *adder) add(ctx context.Context, rel graph.Relationship) (*graph.Relationship, *fault.Error) {
	if missing := absent(a.nodes, rel.From, rel.To); missing != nil {
		return nil, missing
	}
	from, to := a.nodes[rel.From], a.nodes[rel.To]
	stored := a.q.exec(ctx, insertRelationship, from.key, to.key, from.workspace, string(rel.ID),
		typeNumber(rel.Type), rel.Strength, object(rel.Metadata), int64(rel.CreatedAt))
	if stored == 0 {
		return a.conflicting(ctx, rel, from, to)
	}
	// Checking after the insert is safe: the path starts where the new relationship ends, and a cycle takes the
	// relationship back.
	if levels := a.levels[rel.Type]; levels != nil {
		if path := levels.add(ctx, from, to); path != nil {
			a.q.exec(ctx, deleteRelationship, a.ws, string(rel.ID))
			levels.edges.remove(from, to)
			return nil, graph.CycleCreated(*path)
		}
	}
	a.stored = true
	return nil, nil
}

// ends returns the ends of a relationship that was added.
func (a *adder) ends(rel graph.Relationship) graph.Ends {
	return graph.Ends{From: a.nodes[rel.From].Node, To: a.nodes[rel.To].Node}
}

// finish stores the levels that the relationships changed, and that the workspace has changed.
func (a *adder) finish(ctx context.Context) {
	for _, levels := range a.levels {
		levels.finish(ctx)
	}
	if a.stored {
		a.q.changed(ctx, a.ws)
	}
}

// conflicting returns the reason why a relationship was not stored: another one has its place, or its id.
func (a *adder) conflicting(
	ctx context.Context, rel graph.Relationship, from, to node,
) (*graph.Relationship, *fault.Error) {
	there := all(ctx, a.q, getInPlace, relationshipFields,
		from.key, to.key, list([]int{typeNumber(rel.Type)}), string(rel.From), string(rel.To))
	if len(there) > 0 {
		if there[0].ID == rel.ID {
			return &there[0], nil
		}
		return &there[0], graph.RelationshipExists(there[0].ID, rel.From, rel.To, rel.Type)
	}
	other, _ := first(ctx, a.q, getRelationships, relationshipFields, a.ws, list([]graph.ID{rel.ID}))
	return nil, graph.RelationshipExists(other.ID, other.From, other.To, other.Type)
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
