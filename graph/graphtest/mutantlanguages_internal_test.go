package graphtest

import (
	"context"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/ranking"
)

func languageMutants() []mutant {
	return []mutant{
		{"queries may be in any language", languagesTopic, func(b *broken) {
			count, find := b.count, b.find
			b.count = func(ctx context.Context, ws string, q graph.CountQuery) (ranking.Statistics, error) {
				q.Languages = ""
				return count(ctx, ws, q)
			}
			b.find = func(ctx context.Context, ws string, q graph.TextQuery) ([]graph.TextMatch, int, error) {
				q.Languages = ""
				return find(ctx, ws, q)
			}
		}},
		{"writers may be of any language", languagesTopic, func(b *broken) {
			own := b.create
			b.create = func(ctx context.Context, ws string, batch graph.Batch) (graph.Created, error) {
				if now, err := b.Store.Languages(ctx, ws); err == nil && !now.Languages.None() {
					batch.Languages = ""
				}
				return own(ctx, ws, batch)
			}
		}},
		{"every workspace begins in English", languagesTopic, spoilBatch(func(b *graph.Batch) { b.Languages = "" })},
		{"what is written during a change is in the former languages", languagesTopic, func(b *broken) {
			create, replace := b.create, b.replace
			b.create = func(ctx context.Context, ws string, batch graph.Batch) (graph.Created, error) {
				made, err := create(ctx, ws, batch)
				for _, e := range made.Episodes {
					b.indexFor(ctx, ws, e.EpisodeID)
				}
				return made, err
			}
			b.replace = func(ctx context.Context, ws string, ep graph.Episode, was graph.Time) error {
				err := replace(ctx, ws, ep, was)
				b.indexFor(ctx, ws, ep.EpisodeID)
				return err
			}
		}},
		{"the next languages answer before all is indexed", languagesTopic, func(b *broken) {
			b.speak = func(ctx context.Context, ws string, languages analysis.Languages) (graph.Indexing, error) {
				now, err := b.Store.UseLanguages(ctx, ws, languages)
				m, _ := b.Store.(*model)
				_ = m.write(ctx, ws, func(s *space) error {
					if !s.indexing.Next.None() {
						s.indexing = graph.IndexingState{Languages: s.indexing.Next, Pending: true}
					}
					return nil
				})
				return now, err
			}
		}},
		{"a change begins anew when it is asked for again", languagesTopic, func(b *broken) {
			own := b.speak
			b.speak = func(ctx context.Context, ws string, languages analysis.Languages) (graph.Indexing, error) {
				m, _ := b.Store.(*model)
				_ = m.write(ctx, ws, func(s *space) error {
					s.indexing.After, s.indexing.Done = 0, 0
					return nil
				})
				return own(ctx, ws, languages)
			}
		}},
		{"more is indexed than was asked for", languagesTopic, func(b *broken) {
			own := b.reindex
			b.reindex = func(ctx context.Context, ws string, limit int) (graph.Indexing, error) { return own(ctx, ws, limit+1) }
		}},
		{"one episode is passed over", languagesTopic, func(b *broken) {
			b.reindex = func(ctx context.Context, ws string, limit int) (graph.Indexing, error) {
				m, _ := b.Store.(*model)
				_ = m.write(ctx, ws, func(s *space) error {
					if s.indexing.Pending && s.indexing.After == 0 {
						s.indexing.After, s.indexing.Done = 1, 1
					}
					return nil
				})
				return b.Store.ReindexTexts(ctx, ws, limit)
			}
		}},
		{"empty workspaces are listed", languagesTopic, func(b *broken) {
			b.workspaces = func(_ context.Context, after string, limit int) ([]string, error) {
				m, _ := b.Store.(*model)
				m.mu.Lock()
				defer m.mu.Unlock()
				least := ""
				for ws := range m.spaces {
					if ws > after && (least == "" || ws < least) {
						least = ws
					}
				}
				return []string{least}[:min(limit, 1)], nil
			}
		}},
	}
}

// indexFor indexes an episode only for the languages in use.
func (b *broken) indexFor(ctx context.Context, ws string, id graph.ID) {
	m, _ := b.Store.(*model)
	_ = m.write(ctx, ws, func(s *space) error {
		if s.find(id) >= 0 {
			s.indexed[id] = []analysis.Languages{s.indexing.Languages}
		}
		return nil
	})
}

func (b *broken) Languages(ctx context.Context, ws string) (graph.Indexing, error) {
	return b.languages(ctx, ws)
}

func (b *broken) UseLanguages(ctx context.Context, ws string, languages analysis.Languages) (graph.Indexing, error) {
	return b.speak(ctx, ws, languages)
}

func (b *broken) ReindexTexts(ctx context.Context, ws string, limit int) (graph.Indexing, error) {
	return b.reindex(ctx, ws, limit)
}

func (b *broken) Workspaces(ctx context.Context, after string, limit int) ([]string, error) {
	return b.workspaces(ctx, after, limit)
}
