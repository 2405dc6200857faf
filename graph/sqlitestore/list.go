package sqlitestore

import (
	"cmp"
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
	listing := after(which, lq.After)
	if len(f.Tags) == 0 && f.MinReward == nil && f.MaxReward == nil && lq.After == nil {
		listed, listing = listBetween, slices.Clip(which[:3])
	}
	total := 0
	page, err := read(ctx, s, func(q *session) ([]graph.Episode, error) {
		total = int(q.number(ctx, counted, counting...))
		list := all(ctx, q, listed, episodeFields, append(listing, lq.Limit, lq.Offset)...)
		if listed == listTagged {
			slices.SortFunc(list, newestFirst)
		}
		return list, nil
	})
	return page, total, err
}

func newestFirst(a, b graph.Episode) int {
	return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
}

// after returns the parameters of a page that begins at a cursor: its time bounds the list from above, unless the
// filter's does, and its serial number bounds the episodes of that time.
func after(which []any, cursor *graph.ListCursor) []any {
	which = slices.Clone(which)
	highest := int64(math.MaxInt64)
	if cursor != nil && int64(cursor.CreatedAt) <= which[2].(int64) {
		which[2], highest = int64(cursor.CreatedAt), cursor.ID-1
	}
	return append(which, highest)
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
