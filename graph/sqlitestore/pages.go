package sqlitestore

import (
	"context"

	"plotline/graph"
)

// Extent implements graph.Store.
func (s *Store) Extent(ctx context.Context, ws string) (graph.Extent, error) {
	return read(ctx, s, func(q *session) (graph.Extent, error) {
		extent, _ := first(ctx, q, readExtent, func(e *graph.Extent) []any {
			return []any{&e.Episodes, &e.Relationships, &e.LastNumber, (*string)(&e.LastRelationship)}
		}, ws)
		return extent, nil
	})
}

// EpisodePage implements graph.Store.
func (s *Store) EpisodePage(ctx context.Context, ws string, page graph.Page[int64]) ([]graph.NewEpisode, error) {
	return read(ctx, s, func(q *session) ([]graph.NewEpisode, error) {
		found := all(ctx, q, pageEpisodes, knownFields, ws, page.After, page.UpTo, page.Limit)
		episodes := make([]graph.NewEpisode, len(found))
		for i, k := range found {
			episodes[i] = graph.NewEpisode{Episode: k.Episode, Key: k.retry, Digest: k.digest}
		}
		return episodes, nil
	})
}

// RelationshipPage implements graph.Store.
func (s *Store) RelationshipPage(
	ctx context.Context, ws string, page graph.Page[graph.ID],
) ([]graph.NumberedRelationship, error) {
	return read(ctx, s, func(q *session) ([]graph.NumberedRelationship, error) {
		return all(ctx, q, pageRelationships, func(r *graph.NumberedRelationship) []any {
			return append(relationshipFields(&r.Relationship), &r.FromNumber, &r.ToNumber)
		}, ws, string(page.After), string(page.UpTo), page.Limit), nil
	})
}
