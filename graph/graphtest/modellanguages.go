package graphtest

import (
	"context"
	"slices"

	"plotline/graph"
	"plotline/graph/analysis"
)

func (s *space) languages() graph.Indexing { return s.indexing.Indexing(len(s.episodes)) }

func (m *model) Languages(ctx context.Context, ws string) (out graph.Indexing, err error) {
	err = m.read(ctx, ws, func(s *space) error {
		out = s.languages()
		return nil
	})
	return out, err
}

func (m *model) UseLanguages(ctx context.Context, ws string, wanted analysis.Languages) (out graph.Indexing, err error) {
	err = m.write(ctx, ws, func(s *space) error {
		s.indexing = s.indexing.Begin(wanted)
		out = s.languages()
		return nil
	})
	return out, err
}

func (m *model) ReindexTexts(ctx context.Context, ws string, limit int) (out graph.Indexing, err error) {
	err = m.write(ctx, ws, func(s *space) error {
		if s.indexing.Pending {
			s.reindex(limit)
		}
		out = s.languages()
		return nil
	})
	return out, err
}

func (s *space) reindex(limit int) {
	var rest []graph.NewEpisode
	for _, e := range s.episodes {
		if e.ID > s.indexing.After {
			rest = append(rest, e)
		}
	}
	slices.SortFunc(rest, func(a, b graph.NewEpisode) int { return int(a.ID - b.ID) })
	now, last := rest[:min(limit, len(rest))], s.indexing.After
	for _, e := range now {
		s.indexed[e.EpisodeID] = s.indexing.Sets()
		last = e.ID
	}
	s.indexing = s.indexing.Advance(last, len(now), len(now) < len(rest))
}

func (m *model) Workspaces(ctx context.Context, after string, limit int) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := []string{}
	for ws, s := range m.spaces {
		if ws > after && len(s.episodes) > 0 {
			list = append(list, ws)
		}
	}
	slices.Sort(list)
	return list[:min(limit, len(list))], m.ready(ctx)
}
