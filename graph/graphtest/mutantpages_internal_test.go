package graphtest

import (
	"cmp"
	"context"
	"slices"

	"plotline/graph"
)

func pageMutants() []mutant {
	return []mutant{
		{"a page of episodes forgets keys", pagesTopic, func(b *broken) {
			own := b.episodes
			b.episodes = func(ctx context.Context, ws string, page graph.Page[int64]) ([]graph.NewEpisode, error) {
				list, err := own(ctx, ws, page)
				for i := range list {
					list[i].Key, list[i].Digest = "", ""
				}
				return list, err
			}
		}},
		{"a page of episodes starts with the number it is to start behind", pagesTopic, func(b *broken) {
			own := b.episodes
			b.episodes = func(ctx context.Context, ws string, page graph.Page[int64]) ([]graph.NewEpisode, error) {
				page.After--
				return own(ctx, ws, page)
			}
		}},
		{"a page of episodes has no end", pagesTopic, func(b *broken) {
			own := b.episodes
			b.episodes = func(ctx context.Context, ws string, page graph.Page[int64]) ([]graph.NewEpisode, error) {
				page.UpTo = allEpisodes.UpTo
				return own(ctx, ws, page)
			}
		}},
		{"a page of relationships is by time", pagesTopic, func(b *broken) {
			own := b.relPage
			b.relPage = func(ctx context.Context, ws string, page graph.Page[graph.ID]) ([]graph.NumberedRelationship, error) {
				list, err := own(ctx, ws, page)
				slices.SortStableFunc(list, func(a, b graph.NumberedRelationship) int { return cmp.Compare(a.CreatedAt, b.CreatedAt) })
				return list, err
			}
		}},
		{"the numbers of the ends are swapped", pagesTopic, func(b *broken) {
			own := b.relPage
			b.relPage = func(ctx context.Context, ws string, page graph.Page[graph.ID]) ([]graph.NumberedRelationship, error) {
				list, err := own(ctx, ws, page)
				for i := range list {
					list[i].FromNumber, list[i].ToNumber = list[i].ToNumber, list[i].FromNumber
				}
				return list, err
			}
		}},
		{"an extent knows no relationships", pagesTopic, func(b *broken) {
			own := b.extent
			b.extent = func(ctx context.Context, ws string) (graph.Extent, error) {
				e, err := own(ctx, ws)
				e.Relationships, e.LastRelationship = 0, ""
				return e, err
			}
		}},
	}
}
