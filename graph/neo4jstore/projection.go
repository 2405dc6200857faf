package neo4jstore

import (
	"context"

	"plotline/graph"
)

// Projection returns the part of the graph that is to be ordered.
func (s *Store) Projection(ctx context.Context, ws string, t graph.Type, ids []graph.ID) (graph.Projection, error) {
	if len(ids) == 0 {
		return run(ctx, s, projectAll.of(graph.Outgoing, t).with(params{"workspace": ws}), decodeProjection)
	}
	return run(ctx, s, projectSome.of(graph.Outgoing, t).with(params{
		"workspace": ws, "ids": texts(ids),
	}), decodeProjection)
}

func decodeProjection(r *row) (graph.Projection, error) {
	if unknown := idsIn(r.fields, "missing"); len(unknown) > 0 {
		return graph.Projection{}, graph.EpisodeNotFound(once(unknown)...)
	}
	nodes, places := decodeNodes(r.fields)
	froms, tos := column[int64](r.fields, "froms"), column[int64](r.fields, "tos")
	r.holds(len(froms) == len(tos))
	return graph.Projection{Nodes: nodes, Edges: edgesBetween(places, froms, tos)}, nil
}

// edgesBetween returns relationships as pairs of the places of their episodes. An episode may have been created after the
// nodes were read. Its edges are left out.
func edgesBetween(places map[int64]int32, froms, tos []int64) [][2]int32 {
	edges := make([][2]int32, 0, len(froms))
	for i := range min(len(froms), len(tos)) {
		from, known := places[froms[i]]
		to, too := places[tos[i]]
		if known && too {
			edges = append(edges, [2]int32{from, to})
		}
	}
	return edges
}

// decodeNodes reads the columns of the episodes, and returns the index of each by its number. If an episode was
// deleted during the read, a column is short and its rest is out of place.
func decodeNodes(f fields) ([]graph.Node, map[int64]int32) {
	numbers, times := column[int64](f, "numbers"), column[int64](f, "times")
	episodeIDs, names := column[string](f, "episode_ids"), column[string](f, "names")
	n := min(len(numbers), len(times), len(episodeIDs), len(names))
	f.holds(n == len(numbers) && n == len(times) && n == len(episodeIDs) && n == len(names))
	nodes := make([]graph.Node, n)
	places := make(map[int64]int32, n)
	for i := range nodes {
		nodes[i] = graph.Node{
			EpisodeID: graph.ID(episodeIDs[i]), ID: numbers[i], Name: names[i], CreatedAt: graph.Time(times[i]),
		}
		places[numbers[i]] = int32(i) // 2³¹ episodes would not fit into memory
	}
	return nodes, places
}
