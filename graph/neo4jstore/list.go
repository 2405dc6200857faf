package neo4jstore

import (
	"context"
	"math"

	"plotline/graph"
)

// page is part of a list, with the number of all its items.
type page[T any] struct {
	items []T
	total int
	left  int // how many items of this page cannot be read
}

// ListEpisodes returns a page of the episodes that match, newest first.
func (s *Store) ListEpisodes(ctx context.Context, ws string, q graph.ListQuery) ([]graph.Episode, int, error) {
	switch {
	case q.Filter.IsEmpty() && q.After == nil:
		return s.listAll(ctx, ws, q)
	case q.Filter.IsEmpty():
		found, err := run(ctx, s, listAfter.with(params{
			"workspace": ws, "offset": offsetOf(q.Offset), "limit": limitOf(q.Limit),
			"created_at": int64(q.After.CreatedAt), "id": q.After.ID,
		}), decodeList)
		return found.items, found.total, err
	}
	before, id := timeOr(q.Filter.Until, math.MaxInt64), int64(math.MaxInt64)
	if q.After != nil && int64(q.After.CreatedAt) <= before {
		before, id = int64(q.After.CreatedAt), q.After.ID
	}
	found, err := run(ctx, s, filterEpisodes.with(params{
		"workspace": ws, "offset": offsetOf(q.Offset), "limit": limitOf(q.Limit),
		"before": before, "id": id, "from_start": q.After == nil,
	}).filtered(q.Filter), decodeList)
	return found.items, found.total, err
}

// listAll returns a page of a whole workspace. The total comes from a counter. A page that reaches the end of the
// list corrects it, in case episodes were deleted by hand, and so does one that has more.
func (s *Store) listAll(ctx context.Context, ws string, q graph.ListQuery) ([]graph.Episode, int, error) {
	found, err := run(ctx, s, listEpisodes.with(params{
		"workspace": ws, "offset": offsetOf(q.Offset), "limit": limitOf(q.Limit),
	}), decodeList)
	if n := len(found.items) + found.left; n < q.Limit && (n > 0 || q.Offset == 0) {
		found.total = q.Offset + n
	} else if n > 0 {
		found.total = max(found.total, q.Offset+n)
	}
	return found.items, found.total, err
}

func decodeList(r *row) (page[graph.Episode], error) {
	episodes := eachReadable(r.fields, "episodes", decodeEpisode)
	return page[graph.Episode]{episodes, int(r.integer("total")), len(r.list("episodes")) - len(episodes)}, nil
}

// offsetOf keeps the sum of offset and limit within the range of Cypher's integers.
func offsetOf(offset int) int64 { return min(int64(offset), math.MaxInt64/2) }

// filtered adds the parameters of a filter.
func (q query) filtered(f graph.EpisodeFilter) query {
	q.params["since"], q.params["until"] = timeOr(f.Since, math.MinInt64), timeOr(f.Until, math.MaxInt64)
	q.params["tags"], q.params["min_reward"], q.params["max_reward"] = f.Tags, f.MinReward, f.MaxReward
	return q
}

func timeOr(t *graph.Time, other int64) int64 {
	if t == nil {
		return other
	}
	return int64(*t)
}
