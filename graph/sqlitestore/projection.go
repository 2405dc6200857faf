package sqlitestore

import (
	"context"
	"math"

	"plotline/graph"
)

// Projection implements graph.Store.
func (s *Store) Projection(ctx context.Context, ws string, t graph.Type, ids []graph.ID) (graph.Projection, error) {
	return read(ctx, s, func(q *session) (graph.Projection, error) {
		if len(ids) == 0 {
			w, _ := q.workspace(ctx, ws)
			nodes := all(ctx, q, allNodes, shownFields, w.key)
			return project(nodes, all(ctx, q, wholeType, pairFields, w.key, typeNumber(t))), nil
		}
		there := q.nodes(ctx, ws, ids)
		if missing := absent(there, ids...); missing != nil {
			return graph.Projection{}, missing
		}
		keys := make([]int64, 0, len(there))
		for _, n := range there {
			keys = append(keys, n.key)
		}
		nodes := all(ctx, q, getNodes, shownFields, list(keys), math.MaxInt32)
		return project(nodes, all(ctx, q, projectSome, pairFields, list(keys), typeNumber(t))), nil
	})
}

func pairFields(pair *[2]int64) []any { return []any{&pair[0], &pair[1]} }

// project replaces keys by indexes into the list of nodes.
func project(nodes []shown, pairs [][2]int64) graph.Projection {
	p := graph.Projection{Nodes: make([]graph.Node, len(nodes)), Edges: make([][2]int32, len(pairs))}
	place := make(map[int64]int32, len(nodes))
	for i, n := range nodes {
		p.Nodes[i] = n.Node
		place[n.key] = int32(i)
	}
	for i, pair := range pairs {
		p.Edges[i] = [2]int32{place[pair[0]], place[pair[1]]}
	}
	return p
}
