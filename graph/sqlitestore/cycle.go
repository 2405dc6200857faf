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
		path, _ := order.cycleThrough(ctx, nodes[from], nodes[to])
		return path, nil
	})
}

// cycleThrough returns the cycle that a relationship would complete, or the reason why it completes none.
func (w *adjacency) cycleThrough(ctx context.Context, from, to node) (*graph.CyclePath, *closedSet) {
	last, met := false, map[bool][]int64{} // by direction
	path, _ := graph.ShortestPath(to.key, from.key, func(frontier []int64, back bool) ([][]int64, error) {
		last, met[back] = back, append(met[back], frontier...)
		return w.neighbours(ctx, frontier, back), w.q.err // the session keeps this error, too
	})
	if path == nil {
		return nil, newClosedSet(met[last], last, false)
	}
	closed := w.q.readCycle(ctx, append([]int64{from.key}, path...))
	return &closed, nil
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
		if q.dryRun != nil && key < 0 {
			ids[i] = q.dryRun.fresh[key]
		}
	}
	return graph.NewCyclePath(ids)
}
