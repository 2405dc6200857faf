package sqlitestore

import (
	"context"
	"slices"

	"plotline/graph"
)

// FindCycle implements graph.Store.
func (s *Store) FindCycle(ctx context.Context, ws string, from, to graph.ID, t graph.Type) (*graph.CyclePath, error) {
	return read(ctx, s, func(q *session) (*graph.CyclePath, error) {
		nodes, order := q.ordered(ctx, ws, t, []graph.ID{from, to}, false)
		if missing := absent(nodes, from, to); missing != nil {
			return nil, missing
		}
		return order.cycleThrough(ctx, nodes[from], nodes[to]), nil
	})
}

// cycleThrough returns the cycle that a relationship would complete, or nil.
func (w *adjacency) cycleThrough(ctx context.Context, from, to node) *graph.CyclePath {
	path, _ := graph.ShortestPath(to.key, from.key, func(frontier []int64, back bool) ([][]int64, error) {
		return w.neighbours(ctx, frontier, back), w.q.err // the session keeps this error, too
	})
	if path == nil {
		return nil
	}
	closed := w.q.readCycle(ctx, append([]int64{from.key}, path...))
	return &closed
}

// readCycle reads the ids of a cycle's episodes. It leaves out the middle of a long cycle.
func (q *session) readCycle(ctx context.Context, keys []int64) graph.CyclePath {
	named := keys
	if len(keys) > graph.PathLimit {
		named = slices.Concat(keys[:graph.PathKept], keys[len(keys)-graph.PathKept:])
	}
	names := q.names(ctx, named)
	ids := make([]graph.ID, len(keys))
	for i, key := range keys {
		ids[i] = names[key].id
	}
	return graph.NewCyclePath(ids)
}
