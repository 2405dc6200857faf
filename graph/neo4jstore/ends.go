package neo4jstore

import (
	"context"
	"maps"
	"slices"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
)

// manyEnds is how many relationships a list has at least whose ends are found once for all types. For fewer, the further
// statement costs more than it saves.
const manyEnds = 100

// endNodes are the nodes of episodes, for one transaction. An unknown episode has the node -1.
type endNodes map[string]int64

// episodes are those that a statement has found at the ends of relationships.
type episodes map[graph.ID]graph.Node

// of returns the ends of a relationship that was added.
func (e episodes) of(rel graph.Relationship) graph.Ends {
	return graph.Ends{From: e[rel.From], To: e[rel.To]}
}

// read adds those that a statement has looked up by these ids. An unknown episode has no number.
func (e episodes) read(r *row, ids []string) {
	numbers, names, created := column[int64](r.fields, "numbers"), column[string](r.fields, "names"), column[int64](r.fields, "created")
	for i, id := range ids[:min(len(ids), len(numbers), len(names), len(created))] {
		e[graph.ID(id)] = graph.Node{EpisodeID: graph.ID(id), ID: numbers[i], Name: names[i], CreatedAt: graph.Time(created[i])}
	}
}

// findEnds finds the nodes at the ends of relationships. It returns nil if that is not worth a statement of its own.
func (s *Store) findEnds(
	ctx context.Context, tx neo4j.ManagedTransaction, ws string, list []addition, found episodes,
) (endNodes, error) {
	if len(list) < s.manyEnds || oneType(list) {
		return nil, nil //nolint:nilnil // see above
	}
	nodes := endNodes{}
	for _, a := range list {
		nodes[string(a.From)], nodes[string(a.To)] = -1, -1
	}
	ids := slices.Collect(maps.Keys(nodes))
	return within(ctx, tx, findEnds.with(params{"workspace": ws, "episodes": ids}), func(r *row) (endNodes, error) {
		for i, node := range column[int64](r.fields, "nodes") {
			nodes[ids[i]] = node
		}
		found.read(r, ids)
		return nodes, nil
	})
}

// of returns the nodes of some of the episodes.
func (n endNodes) of(episodes []string) []int64 {
	list := make([]int64, len(episodes))
	for i, id := range episodes {
		list[i] = n[id]
	}
	return list
}
