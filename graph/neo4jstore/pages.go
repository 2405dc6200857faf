package neo4jstore

import (
	"context"

	"plotline/graph"
)

// Extent returns how much a workspace holds.
func (s *Store) Extent(ctx context.Context, ws string) (graph.Extent, error) {
	return run(ctx, s, readExtent.with(params{"workspace": ws}), func(r *row) (graph.Extent, error) {
		return graph.Extent{
			Episodes: int(r.integer("episodes")), Relationships: int(r.integer("relationships")),
			LastNumber: r.integer("last_number"), LastRelationship: graph.ID(r.str("last_relationship")),
		}, nil
	})
}

// EpisodePage returns a page of all episodes, by number.
func (s *Store) EpisodePage(ctx context.Context, ws string, page graph.Page[int64]) ([]graph.NewEpisode, error) {
	return run(ctx, s, pageEpisodes.with(params{
		"workspace": ws, "after": page.After, "up_to": page.UpTo, "limit": page.Limit,
	}), func(r *row) ([]graph.NewEpisode, error) {
		return each(r.fields, "episodes", decodeNewEpisode), nil
	})
}

// RelationshipPage returns a page of all relationships, by id.
func (s *Store) RelationshipPage(
	ctx context.Context, ws string, page graph.Page[graph.ID],
) ([]graph.NumberedRelationship, error) {
	return run(ctx, s, pageRelationships.with(params{
		"workspace": ws, "after": string(page.After), "up_to": string(page.UpTo), "limit": page.Limit,
	}), func(r *row) ([]graph.NumberedRelationship, error) {
		return each(r.fields, "relationships", func(f fields) graph.NumberedRelationship {
			return graph.NumberedRelationship{
				Relationship: decodeRelationship(f),
				FromNumber:   f.integer("from_number"), ToNumber: f.integer("to_number"),
			}
		}), nil
	})
}
