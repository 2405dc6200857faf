package sqlitestore

import (
	"context"
	"math"
	"slices"

	"plotline/graph"
)

// ListEpisodes implements graph.Store.
func (s *Store) ListEpisodes(ctx context.Context, ws string, lq graph.ListQuery) ([]graph.Episode, int, error) {
	which := []any{
		ws, or((*int64)(lq.Since), math.MinInt64), or((*int64)(lq.Until), math.MaxInt64),
		or(lq.MinReward, math.Inf(-1)), or(lq.MaxReward, math.Inf(1)),
	}
	listed, counted, counting := listEpisodes, countList, which
	switch {
	case len(lq.Tags) > 0:
		which = append(which, lq.Tags[0], list(lq.Tags[1:]))
		listed, counted, counting = listTagged, countTagged, which
	case lq.MinReward != nil || lq.MaxReward != nil:
	case lq.Since != nil || lq.Until != nil:
		counted, counting = countRange, which[:3]
	default:
		counted, counting = countEpisodes, which[:1]
	}
	total := 0
	page, err := read(ctx, s, func(q *session) ([]graph.Episode, error) {
		total = int(q.number(ctx, counted, counting...))
		return all(ctx, q, listed, episodeFields, append(slices.Clip(which), lq.Limit, lq.Offset)...), nil
	})
	return page, total, err
}

// or returns a filter's value, or absent if the filter is not set.
func or[T any](value *T, absent T) T {
	if value == nil {
		return absent
	}
	return *value
}
