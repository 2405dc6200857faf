package sqlitestore

import (
	"context"
	"math"
	"slices"

	"plotline/graph"
)

// ListEpisodes implements graph.Store.
func (s *Store) ListEpisodes(ctx context.Context, ws string, lq graph.ListQuery) ([]graph.Episode, int, error) {
	f := lq.Filter
	which := append([]any{ws}, bounds(f)...)
	listed, counted, counting := listEpisodes, countList, which
	switch {
	case len(f.Tags) > 0:
		which = append(which, f.Tags[0], list(f.Tags[1:]))
		listed, counted, counting = listTagged, countTagged, which
	case f.MinReward != nil || f.MaxReward != nil:
	case f.Since != nil || f.Until != nil:
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

// bounds returns the times and rewards of a filter, in the order of the statements.
func bounds(f graph.EpisodeFilter) []any {
	return []any{
		int64(or(f.Since, math.MinInt64)), int64(or(f.Until, math.MaxInt64)),
		or(f.MinReward, math.Inf(-1)), or(f.MaxReward, math.Inf(1)),
	}
}

// or returns a filter's value, or absent if the filter is not set.
func or[T any](value *T, absent T) T {
	if value == nil {
		return absent
	}
	return *value
}
