package neo4jstore

import (
	"context"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
)

// A workspace with at most exactUpTo vectors is searched exactly: 10,000 vectors of 384 components take about 200 ms.
// Beyond that the index is searched, which takes about 40 ms and does not know workspaces. The search asks it for
// indexFactor times the limit, and at least indexLeast, because it misses fewer when it is asked for more. The number
// is doubled while too few matches pass. If indexMost is too few, the search is exact after all.
const (
	exactUpTo   = 2500
	indexFactor = 4
	indexLeast  = 1000
	indexMost   = 8000
)

// FindNearest finds episodes by the cosine between their vectors and another.
func (s *Store) FindNearest(ctx context.Context, ws string, q graph.VectorQuery) (graph.Nearest, error) {
	ctx, cancel := s.limited(ctx)
	defer cancel()
	n, err := s.currentModel(ctx, ws, q.Model)
	none := graph.Nearest{Model: n.model, Next: n.next, Matches: []graph.VectorMatch{}}
	if err != nil || n.model != q.Model || n.model == "" || len(q.Vector) == 0 {
		return none, err
	}
	vector := direction(q.Vector)
	many, err := s.beyond(ctx, ws, n, exactUpTo)
	if err != nil {
		return none, err
	}
	if many && q.Limit > 0 && vector != nil {
		found, enough, err := s.nearestIndexed(ctx, ws, n, q, vector)
		if err != nil || enough {
			return graph.Nearest{Model: n.model, Next: n.next, Matches: found}, err
		}
	}
	found, err := run(ctx, s, nearestExact.inParts(n.series, n.parts).with(params{
		"workspace": ws, "series": n.series, "vector": vector, "components": len(q.Vector), "ids": texts(q.IDs),
		"limit": q.Limit,
	}).filtered(q.Filter), decodeNearest)
	return graph.Nearest{Model: n.model, Next: n.next, Matches: found.items}, err
}

// beyond reports whether the series in use has more vectors than number.
func (s *Store) beyond(ctx context.Context, ws string, n modelState, number int) (bool, error) {
	q := beyond.inParts(n.series, n.parts).with(params{"workspace": ws, "series": n.series, "number": number})
	return run(ctx, s, q, func(r *row) (bool, error) { return !r.empty, nil })
}

// currentModel returns the models of a workspace. If the caller wants the next model and no episode waits for it any more,
// that model takes over first.
func (s *Store) currentModel(ctx context.Context, ws, model string) (modelState, error) {
	n, err := run(ctx, s, readModel.with(params{"workspace": ws}), decodeNaming)
	if err != nil || n.next == "" || n.next != model {
		return n, err
	}
	over, err := transact(ctx, s, changeOver.name, func(ctx context.Context, tx neo4j.ManagedTransaction) (bool, error) {
		return completeChange(ctx, tx, ws, n)
	})
	if over {
		n.model, n.series, n.next = n.next, n.nextSeries, ""
	}
	return n, err
}

// nearestIndexed searches the index, and reports whether it found enough.
func (s *Store) nearestIndexed(
	ctx context.Context, ws string, n modelState, q graph.VectorQuery, vector any,
) ([]graph.VectorMatch, bool, error) {
	for most := max(indexLeast, indexFactor*q.Limit); most <= indexMost; most *= 2 {
		found, err := run(ctx, s, nearestIndexed.inParts(n.series, n.parts).with(params{
			"workspace": ws, "series": n.series, "vector": vector, "components": len(q.Vector), "ids": texts(q.IDs),
			"limit": q.Limit, "most": most,
		}).filtered(q.Filter), decodeNearest)
		if err != nil || found.total >= q.Limit {
			return found.items, true, err
		}
	}
	return nil, false, nil
}

func decodeNearest(r *row) (page[graph.VectorMatch], error) {
	names := []string{"episode_id", "id", "created_at", "tags", "cosine"}
	found := tuples(r.fields, "found", names, func(f fields) graph.VectorMatch {
		m := graph.VectorMatch{
			EpisodeID: f.id("episode_id"), ID: f.integer("id"), CreatedAt: f.time("created_at"), Cosine: f.number("cosine"),
		}
		if len(f.list("tags")) > 0 {
			m.Tags = column[string](f, "tags")
		}
		return m
	})
	return page[graph.VectorMatch]{items: found, total: int(r.integer("passed"))}, nil
}
