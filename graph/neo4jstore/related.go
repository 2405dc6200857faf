package neo4jstore

import (
	"context"

	"plotline/graph"
)

// relatedFields is what a search tells of an episode.
var relatedFields = []string{"episode_id", "name", "distance", "path", "strength"}

// Related searches outwards from one episode.
func (s *Store) Related(ctx context.Context, ws string, q graph.RelatedQuery) ([]graph.RelatedEpisode, int, error) {
	reached, err := run(ctx, s, related.of(q.Direction, q.Types...).with(params{
		"workspace": ws, "start": string(q.Start), "max_depth": q.MaxDepth, "min_strength": q.MinStrength,
		"strongest": q.Strongest, "limit": limitOf(q.Limit),
	}), func(r *row) (page[graph.RelatedEpisode], error) {
		if r.empty {
			return page[graph.RelatedEpisode]{}, graph.EpisodeNotFound(q.Start)
		}
		return page[graph.RelatedEpisode]{tuples(r.fields, "found", relatedFields, decodeRelated), int(r.integer("total"))}, nil
	})
	return reached.items, reached.total, err
}

func decodeRelated(f fields) graph.RelatedEpisode {
	e := graph.RelatedEpisode{
		EpisodeID: f.id("episode_id"), Name: f.str("name"), Distance: int(f.integer("distance")),
		Path: idsIn(f, "path"), Strength: f.number("strength"),
	}
	f.holds(len(e.Path) == e.Distance)
	return e
}
