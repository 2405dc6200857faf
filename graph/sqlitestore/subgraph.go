package sqlitestore

import (
	"cmp"
	"context"
	"slices"

	"plotline/graph"
)

// shown is a node with its key.
type shown struct {
	key int64
	graph.ShownNode
}

func shownFields(n *shown) []any {
	return []any{&n.key, (*string)(&n.EpisodeID), &n.ID, &n.Name, (*int64)(&n.CreatedAt), &n.Reward}
}

// Subgraph implements graph.Store.
func (s *Store) Subgraph(ctx context.Context, ws string, sq graph.SubgraphQuery) (graph.Subgraph, error) {
	return read(ctx, s, func(q *session) (graph.Subgraph, error) {
		if len(sq.IDs) == 0 {
			nodes := all(ctx, q, newestNodes, shownFields, ws, sq.MaxNodes)
			return q.subgraph(ctx, nodes, int(q.number(ctx, countEpisodes, ws)), sq), nil
		}
		there := q.nodes(ctx, ws, sq.IDs)
		if missing := absent(there, sq.IDs...); missing != nil {
			return graph.Subgraph{}, missing
		}
		start := make([]int64, 0, len(there))
		for _, n := range there {
			start = append(start, n.key)
		}
		nodes, total := q.grow(ctx, start, sq)
		return q.subgraph(ctx, nodes, total, sq), nil
	})
}

// grow adds the episodes around the start, hop by hop. Of a hop with too many nodes it takes the newest. The total
// counts all of them.
func (q *session) grow(ctx context.Context, start []int64, sq graph.SubgraphQuery) (nodes []shown, total int) {
	met := map[int64]bool{}
	hop := start
	for depth := 0; len(hop) > 0; depth++ {
		for _, key := range hop {
			met[key] = true
		}
		if free := sq.MaxNodes - len(nodes); free > 0 {
			nodes = append(nodes, all(ctx, q, getNodes, shownFields, list(hop), free)...)
		}
		if depth == sq.Depth {
			break
		}
		around := all(ctx, q, neighbours, func(key *int64) []any { return []any{key} }, list(hop), typeBits(sq.Types))
		hop = slices.DeleteFunc(around, func(key int64) bool { return met[key] })
	}
	return nodes, len(met)
}

// subgraph sorts the nodes and reads the relationships between them.
func (q *session) subgraph(ctx context.Context, nodes []shown, total int, sq graph.SubgraphQuery) graph.Subgraph {
	slices.SortFunc(nodes, func(a, b shown) int {
		return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
	})
	part := graph.Subgraph{Nodes: make([]graph.ShownNode, len(nodes)), Edges: []graph.Relationship{}, Total: total}
	keys := make([]int64, len(nodes))
	ids := make(map[int64]graph.ID, len(nodes))
	for i, n := range nodes {
		part.Nodes[i], keys[i], ids[n.key] = n.ShownNode, n.key, n.EpisodeID
	}
	type edge struct {
		from, to int64
		graph.Relationship
	}
	for _, e := range all(ctx, q, edgesBetween, func(e *edge) []any {
		return []any{&e.from, &e.to, (*string)(&e.ID), (*typeColumn)(&e.Type), &e.Strength, (*int64)(&e.CreatedAt)}
	}, list(keys), typeBits(sq.Types), cmp.Or(sq.MaxEdges, -1)) {
		e.From, e.To = ids[e.from], ids[e.to]
		part.Edges = append(part.Edges, e.Relationship)
	}
	return part
}
