package graphtest

import (
	"context"
	"slices"

	"plotline/graph"
)

func (m *model) Outline(ctx context.Context, ws string, q graph.OutlineQuery) (graph.Outline, error) {
	out := graph.Outline{Episodes: []graph.OutlineEpisode{}, Edges: []graph.OutlineEdge{}, Tags: []string{}}
	matching, err := m.pick(ctx, ws, func(e graph.Episode) bool { return passes(e, q.Filter) })
	if err != nil {
		return out, err
	}
	out.Total = len(matching)
	if q.Limit > 0 {
		matching = matching[:min(q.Limit, len(matching))]
	}
	err = m.read(ctx, ws, func(s *space) error {
		place := map[graph.ID]int32{}
		var tags graph.Numbering
		for i, e := range matching {
			place[e.EpisodeID] = int32(i)
			out.Episodes = append(out.Episodes, s.outlined(e, q.Details, &tags))
		}
		out.Tags, out.MoreTags = tags.Texts(), tags.LeftOut()
		for _, r := range s.rels {
			from, ok := place[r.From]
			to, too := place[r.To]
			if ok && too {
				out.Edges = append(out.Edges, graph.OutlineEdge{From: from, To: to, Type: r.Type, Strength: r.Strength})
			}
		}
		return nil
	})
	return out, err
}

func (m *model) Tags(ctx context.Context, ws string) ([]string, error) {
	tags := []string{}
	err := m.read(ctx, ws, func(s *space) error {
		for _, e := range s.episodes {
			tags = append(tags, e.Tags...)
		}
		slices.Sort(tags)
		tags = slices.Compact(tags)
		return nil
	})
	return tags, err
}

func (s *space) outlined(e graph.Episode, details bool, tags *graph.Numbering) graph.OutlineEpisode {
	o := graph.OutlineEpisode{ID: e.ID, CreatedAt: e.CreatedAt, Reward: e.Reward}
	for _, r := range s.rels {
		if r.From == e.EpisodeID || r.To == e.EpisodeID {
			o.Degree++
		}
	}
	o.Tags = tags.Append(nil, e.Tags...)
	if details {
		o.EpisodeID, o.Name, o.Source = e.EpisodeID, e.Name, graph.SourceOf(e.Metadata)
	}
	return o
}
