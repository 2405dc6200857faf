package neo4jstore

import (
	"context"
	"math"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
)

// Up to so many vectors of a workspace each is looked at: 10,000 with 384 components take some 200 ms. Beyond
// that the index is asked, which takes some 40 ms and knows nothing of workspaces: for four times as many as
// are wanted, a thousand at least, since the more are asked for the fewer it misses; and for twice as many as
// long as too few of them pass. When 8,000 are too few, each is looked at after all.
const (
	exactUpTo   = 2500
	indexFactor = 4
	indexLeast  = 1000
	indexMost   = 8000
)

// FindNearest finds episodes by the angle between their vectors and another.
func (s *Store) FindNearest(ctx context.Context, ws string, q graph.VectorQuery) (graph.Nearest, error) {
	ctx, cancel := s.limited(ctx)
	defer cancel()
	n, err := s.settled(ctx, ws, q.Model)
	none := graph.Nearest{Model: n.model, Next: n.next, Matches: []graph.VectorMatch{}}
	if err != nil || n.model != q.Model || n.model == "" || len(q.Vector) == 0 {
		return none, err
	}
	vector := direction(q.Vector)
	many, err := s.beyond(ctx, ws, n.series, exactUpTo)
	if err != nil {
		return none, err
	}
	if many && q.Limit > 0 && vector != nil {
		found, enough, err := s.nearestIndexed(ctx, ws, n.series, q, vector)
		if err != nil || enough {
			return graph.Nearest{Model: n.model, Next: n.next, Matches: found}, err
		}
	}
	found, err := run(ctx, s, nearestExact.series(n.series).with(params{
		"workspace": ws, "series": n.series, "vector": vector, "components": len(q.Vector), "ids": texts(q.IDs),
		"limit": q.Limit, "since": timeOr(q.Filter.Since, math.MinInt64), "until": timeOr(q.Filter.Until, math.MaxInt64),
		"tags": q.Filter.Tags, "min_reward": q.Filter.MinReward, "max_reward": q.Filter.MaxReward,
	}), decodeNearest)
	return graph.Nearest{Model: n.model, Next: n.next, Matches: found.items}, err
}

// beyond tells whether a series has more vectors than a number.
func (s *Store) beyond(ctx context.Context, ws string, series int64, number int) (bool, error) {
	q := beyond.series(series).with(params{"workspace": ws, "series": series, "number": number})
	return run(ctx, s, q, func(r *row) (bool, error) { return !r.empty, nil })
}

// settled reads of which model the vectors are. Whoever asks for the one that is to follow may learn that
// nothing waits for it any more.
func (s *Store) settled(ctx context.Context, ws, model string) (naming, error) {
	n, err := run(ctx, s, readModel.with(params{"workspace": ws}), decodeNaming)
	if err != nil || n.next == "" || n.next != model {
		return n, err
	}
	over, err := transact(ctx, s, changeOver.name, func(ctx context.Context, tx neo4j.ManagedTransaction) (bool, error) {
		return settle(ctx, tx, ws, n)
	})
	if over {
		n.model, n.series, n.next = n.next, n.nextSeries, ""
	}
	return n, err
}

// nearestIndexed asks the index, and tells whether it found enough.
func (s *Store) nearestIndexed(
	ctx context.Context, ws string, series int64, q graph.VectorQuery, vector any,
) ([]graph.VectorMatch, bool, error) {
	for most := max(indexLeast, indexFactor*q.Limit); most <= indexMost; most *= 2 {
		found, err := run(ctx, s, nearestIndexed.series(series).with(params{
			"workspace": ws, "series": series, "vector": vector, "components": len(q.Vector), "ids": texts(q.IDs),
			"limit": q.Limit, "since": timeOr(q.Filter.Since, math.MinInt64), "until": timeOr(q.Filter.Until, math.MaxInt64),
			"tags": q.Filter.Tags, "min_reward": q.Filter.MinReward, "max_reward": q.Filter.MaxReward, "most": most,
		}), decodeNearest)
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
	return page[graph.VectorMatch]{found, int(r.integer("passed"))}, nil
}
