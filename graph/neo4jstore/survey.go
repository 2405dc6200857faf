package neo4jstore

import (
	"context"

	"plotline/graph"
)

// Survey reports what is in the database, without the migration that any other call begins with. Use it only on a
// store that has no other callers.
func (s *Store) Survey(ctx context.Context, ws string) (graph.Survey, error) {
	ctx, cancel := s.limited(ctx)
	defer cancel()
	seen, err := s.inspectOnce(ctx)
	found := graph.Survey{Status: s.status(seen), Latest: len(s.migrations)}
	if err != nil {
		return found, err
	}
	if err := s.checkSupported(seen); err != nil || seen.schema.Number == 0 {
		return found, err
	}
	counted, err := exec(ctx, s, countAll.of(graph.Outgoing).with(params{"workspace": ws}), decodeCounts)
	found.Episodes, found.Relationships = counted[0], counted[1]
	return found, err
}

func decodeCounts(r *row) ([2]int, error) {
	return [2]int{int(r.integer("episodes")), int(r.integer("relationships"))}, nil
}
