package graphtest

import (
	"context"
	"slices"
	"strings"

	"plotline/graph"
)

func (m *model) Episode(ctx context.Context, ws string, id graph.ID) (graph.Episode, graph.Degrees, error) {
	var ep graph.Episode
	degrees := graph.Degrees{}
	err := m.read(ctx, ws, func(s *space) error {
		if err := s.require(id); err != nil {
			return err
		}
		ep = copyEpisode(s.episodes[s.find(id)].Episode)
		for _, r := range s.rels {
			d := degrees[r.Type]
			switch id {
			case r.From:
				d.Outgoing++
			case r.To:
				d.Incoming++
			default:
				continue
			}
			degrees[r.Type] = d
		}
		return nil
	})
	return ep, degrees, err
}

func (m *model) EpisodesByID(ctx context.Context, ws string, ids []graph.ID) ([]graph.Episode, error) {
	return m.pick(ctx, ws, func(e graph.Episode) bool { return slices.Contains(ids, e.EpisodeID) })
}

func (m *model) EpisodeIDs(ctx context.Context, ws string, serials []int64) (map[int64]graph.ID, error) {
	ids := map[int64]graph.ID{}
	there, err := m.pick(ctx, ws, func(e graph.Episode) bool { return slices.Contains(serials, e.ID) })
	for _, e := range there {
		ids[e.ID] = e.EpisodeID
	}
	return ids, err
}

// pick copies the episodes that match, newest first.
func (m *model) pick(ctx context.Context, ws string, match func(graph.Episode) bool) ([]graph.Episode, error) {
	out := []graph.Episode{}
	err := m.read(ctx, ws, func(s *space) error {
		for _, e := range s.episodes {
			if match(e.Episode) {
				out = append(out, copyEpisode(e.Episode))
			}
		}
		return nil
	})
	slices.SortFunc(out, newestFirst)
	return out, err
}

func (m *model) ListEpisodes(ctx context.Context, ws string, q graph.ListQuery) ([]graph.Episode, int, error) {
	all, err := m.pick(ctx, ws, func(e graph.Episode) bool {
		return (q.Since == nil || e.CreatedAt >= *q.Since) &&
			(q.Until == nil || e.CreatedAt <= *q.Until) &&
			(q.MinReward == nil || e.Reward >= *q.MinReward) &&
			(q.MaxReward == nil || e.Reward <= *q.MaxReward) &&
			hasAll(e.Tags, q.Tags)
	})
	start := min(q.Offset, len(all))
	return all[start:min(start+q.Limit, len(all))], len(all), err
}

func (m *model) SearchEpisodes(ctx context.Context, ws string, q graph.SearchQuery) ([]graph.Hit, int, error) {
	all, err := m.pick(ctx, ws, func(e graph.Episode) bool {
		return len(q.Tokens) > 0 && hasAll(strings.Fields(graph.SearchText(e)), q.Tokens) &&
			hasAll(e.Tags, q.Tags) && (q.MinReward == nil || e.Reward >= *q.MinReward)
	})
	if err != nil || len(all) == 0 {
		return []graph.Hit{}, 0, err
	}
	words := graph.ScoredTokens(q.Tokens)
	matches := make([]graph.Candidate, min(len(all), graph.RankedMatches))
	for i := range matches {
		matches[i] = graph.NewCandidate(all[i], words)
	}
	statistics, err := m.statistics(ctx, ws, words)
	return graph.Hits(graph.Rank(statistics, matches, q.Limit), all), len(all), err
}

// statistics counts the words of a query in the whole workspace.
func (m *model) statistics(ctx context.Context, ws string, words []string) (graph.WordStatistics, error) {
	all, err := m.pick(ctx, ws, func(graph.Episode) bool { return true })
	counted := graph.WordStatistics{Episodes: len(all), Having: make([]int, len(words))}
	for i, word := range words {
		for _, e := range all {
			if counted.Having[i] < graph.CommonWord && hasAll(strings.Fields(graph.SearchText(e)), []string{word}) {
				counted.Having[i]++
			}
		}
	}
	return counted, err
}

func hasAll(have, want []string) bool {
	return !slices.ContainsFunc(want, func(w string) bool { return !slices.Contains(have, w) })
}
