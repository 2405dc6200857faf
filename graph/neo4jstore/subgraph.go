package neo4jstore

import (
	"context"

	"plotline/graph"
)

// The columns of nodes and edges in both statements.
var (
	nodeFields = []string{"episode_id", "id", "name", "created_at", "reward"}
	edgeFields = []string{"id", "from", "to", "type", "strength", "created_at"}
)

// Subgraph returns a part of the graph.
func (s *Store) Subgraph(ctx context.Context, ws string, q graph.SubgraphQuery) (graph.Subgraph, error) {
	if len(q.IDs) > 0 {
		return run(ctx, s, grownSubgraph.of(graph.Both, q.Types...).with(params{
			"workspace": ws, "ids": texts(q.IDs), "depth": q.Depth,
			"max_nodes": limitOf(q.MaxNodes), "max_edges": limitOf(q.MaxEdges),
		}), decodeSubgraph)
	}
	shown := 0 // with the nodes that cannot be read
	part, err := run(ctx, s, newestSubgraph.of(graph.Both, q.Types...).with(params{
		"workspace": ws, "max_nodes": limitOf(q.MaxNodes), "max_edges": limitOf(q.MaxEdges),
	}), func(r *row) (graph.Subgraph, error) {
		shown = len(r.list("nodes"))
		return decodeSubgraph(r)
	})
	if shown < q.MaxNodes {
		part.Total = shown // as in listAll
	}
	return part, err
}

func decodeSubgraph(r *row) (graph.Subgraph, error) {
	if unknown := idsIn(r.fields, "missing"); len(unknown) > 0 {
		return graph.Subgraph{}, graph.EpisodeNotFound(once(unknown)...)
	}
	return graph.Subgraph{
		Nodes: tuplesReadable(r.fields, "nodes", nodeFields, decodeNode),
		Edges: tuplesReadable(r.fields, "edges", edgeFields, decodeRelationship),
		Total: int(r.integer("total")),
	}, nil
}

// once drops repeated ids.
func once(ids []graph.ID) []graph.ID {
	seen := make(map[graph.ID]bool, len(ids))
	var list []graph.ID
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			list = append(list, id)
		}
	}
	return list
}
