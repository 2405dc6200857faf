package neo4jstore

import (
	"context"
	"maps"
	"slices"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// manyEnds is how many relationships a list has at least whose ends are found once for all types. For fewer, the further
// statement costs more than it saves.
const manyEnds = 100

// endNodes are the nodes of episodes, for one transaction. An unknown episode has the node -1.
type endNodes map[string]int64

// findEnds finds the nodes at the ends of relationships. It returns nil if that is not worth a statement of its own.
func (s *Store) findEnds(ctx context.Context, tx neo4j.ManagedTransaction, ws string, list []addition) (endNodes, error) {
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
