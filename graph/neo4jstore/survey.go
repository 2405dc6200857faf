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
	if err := s.checkSupported(seen); err != nil {
		return found, err
	}
	if seen.schema.Number < found.Latest { // the next call migrates it
		return found, s.checkMigration(ctx)
	}
	if found.Problems, err = s.problems(ctx, ws); err != nil {
		return found, err
	}
	counted, err := exec(ctx, s, countAll.of(graph.Outgoing).with(params{"workspace": ws}), decodeCounts)
	if err != nil {
		return found, err
	}
	found.Episodes, found.Relationships, found.Last, found.Counter = counted.Episodes, counted.Relationships, counted.Last, counted.Counter
	return found, s.ready(ctx)
}

// checkMigration looks for what would end the migration, without making anything.
func (s *Store) checkMigration(ctx context.Context) error {
	state, err := s.indexState(ctx)
	if err != nil {
		return err
	}
	if len(state.conflicts) > 0 {
		return s.unusable(state.conflicts[0].Problem)
	}
	for _, d := range state.missing {
		if p := s.duplicates(ctx, d); p != nil {
			return s.unusable(*p)
		}
	}
	return nil
}

// problems reports what other programs have done to the database.
func (s *Store) problems(ctx context.Context, ws string) ([]graph.Problem, error) {
	state, err := s.indexState(ctx)
	if err != nil {
		return nil, err
	}
	constraints, err := s.foreignConstraints(ctx)
	if err != nil {
		return nil, err
	}
	all := state.problems(s)
	for _, c := range constraints {
		if c.forbids() {
			all = append(all, c.problem())
		}
	}
	values, err := s.scan(ctx, ws)
	return append(all, values...), err
}

func decodeCounts(r *row) (graph.Survey, error) {
	return graph.Survey{
		Episodes: int(r.integer("episodes")), Relationships: int(r.integer("relationships")), Last: r.integer("highest"),
		Counter: graph.Numbers{Episodes: int(r.integer("counted")), Last: r.integer("last")},
	}, nil
}

// Repair makes the counter of a workspace right, and what depends on it.
func (s *Store) Repair(ctx context.Context, ws string, languages analysis.Languages) error {
	_, err := run(ctx, s, makingCounter(ws, languages, true, true), nothing)
	return err
}
