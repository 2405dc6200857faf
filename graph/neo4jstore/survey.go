package neo4jstore

import (
	"context"

	"plotline/graph"
	"plotline/graph/analysis"
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
	counted.Status, counted.Latest = found.Status, found.Latest
	return counted, err
}

func decodeCounts(r *row) (graph.Survey, error) {
	return graph.Survey{
		Episodes: int(r.integer("episodes")), Relationships: int(r.integer("relationships")), Last: r.integer("highest"),
		Counter: graph.Numbers{Episodes: int(r.integer("counted")), Last: r.integer("last")},
	}, nil
}

// Repair makes the counter of a workspace right, and what depends on it.
func (s *Store) Repair(ctx context.Context, ws string, languages analysis.Languages) error {
	_, err := run(ctx, s, countingAnew(ws, languages, true), nothing)
	return err
}
