package graphtest

import (
	"context"
	"errors"
	"fmt"
)

func changeMutants() []mutant {
	return []mutant{
		{"the mark never changes", changesTopic, func(b *broken) {
			b.changes = func(context.Context, string) (string, error) { return "0", nil }
		}},
		{"the mark is how much there is", changesTopic, func(b *broken) {
			b.changes = func(ctx context.Context, ws string) (string, error) {
				e, err := b.Extent(ctx, ws)
				return fmt.Sprint(e), err
			}
		}},
		{"the mark is that of the database", changesTopic, func(b *broken) {
			own := b.changes
			b.changes = func(ctx context.Context, ws string) (string, error) {
				here, err := own(ctx, ws)
				m, _ := b.Store.(*model)
				m.mu.Lock()
				defer m.mu.Unlock()
				total := 0
				for _, s := range m.spaces {
					total += s.changes
				}
				return fmt.Sprint(here, total), err
			}
		}},
		{"the mark is that of the state", changesTopic, func(b *broken) {
			b.changes = func(ctx context.Context, ws string) (string, error) {
				episodes, err := b.EpisodePage(ctx, ws, allEpisodes)
				rels, also := b.RelationshipPage(ctx, ws, allRelationships)
				return fmt.Sprint(episodes, rels), errors.Join(err, also)
			}
		}},
	}
}
