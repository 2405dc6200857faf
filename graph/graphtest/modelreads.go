package graphtest

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/ranking"
	"plotline/internal/clip"
)

func (m *model) Episode(ctx context.Context, ws string, id graph.ID) (graph.Episode, graph.EpisodeRelationships, error) {
	var ep graph.Episode
	rels := graph.EpisodeRelationships{Degrees: graph.Degrees{}, Newest: []graph.EpisodeRelationship{}}
	err := m.read(ctx, ws, func(s *space) error {
		if err := s.require(id); err != nil {
			return err
		}
		ep = copyEpisode(s.episodes[s.find(id)].Episode)
		for _, r := range s.rels {
			d, other := rels.Degrees[r.Type], r.To
			switch id {
			case r.From:
				d.Outgoing++
			case r.To:
				d.Incoming++
				other = r.From
			default:
				continue
			}
			rels.Degrees[r.Type] = d
			r.Metadata = nil
			if place := s.find(other); place >= 0 { // a mutant leaves relationships without an end
				o := s.episodes[place]
				rels.Newest = append(rels.Newest, graph.EpisodeRelationship{
					Relationship: r, Other: graph.Node{EpisodeID: o.EpisodeID, ID: o.ID, Name: o.Name, CreatedAt: o.CreatedAt},
				})
			}
		}
		if len(rels.Newest) > graph.NewestOf {
			rels.Newest = rels.Newest[:0]
		}
		slices.SortFunc(rels.Newest, func(a, b graph.EpisodeRelationship) int {
			return cmp.Or(cmp.Compare(b.Relationship.CreatedAt, a.Relationship.CreatedAt), cmp.Compare(b.Relationship.ID, a.Relationship.ID))
		})
		rels.Newest = rels.Newest[:min(len(rels.Newest), graph.NewestRelationships)]
		return nil
	})
	return ep, rels, err
}

func (m *model) EpisodesByID(ctx context.Context, ws string, ids []graph.ID, most int) ([]graph.Episode, error) {
	found, err := m.pick(ctx, ws, func(e graph.Episode) bool { return slices.Contains(ids, e.EpisodeID) })
	for i := range found {
		found[i].Pattern = graph.PatternOf(found[i])
		if most > 0 {
			found[i].Query, found[i].Reflection, found[i].Metadata = clip.Runes(found[i].Query, most), clip.Runes(found[i].Reflection, most), nil
		}
	}
	return found, err
}

func (m *model) EpisodeIDs(ctx context.Context, ws string, serials []int64) (map[int64]graph.ID, error) {
	ids := map[int64]graph.ID{}
	there, err := m.pick(ctx, ws, func(e graph.Episode) bool { return slices.Contains(serials, e.ID) })
	for _, e := range there {
		ids[e.ID] = e.EpisodeID
	}
	return ids, err
}

// pick copies the matching episodes, newest first.
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
		return passes(e, q.Filter)
	})
	total := len(all)
	if q.After != nil {
		place := graph.Episode{CreatedAt: q.After.CreatedAt, ID: q.After.ID}
		all = slices.DeleteFunc(all, func(e graph.Episode) bool { return newestFirst(e, place) <= 0 })
	}
	start := min(q.Offset, len(all))
	return all[start:min(start+q.Limit, len(all))], total, err
}

// text is an episode with the languages for which its texts are indexed.
type text struct {
	graph.Episode

	sets []analysis.Languages
}

func (t text) holds(clause analysis.Clause) bool { return holds(t.Episode, clause, t.sets...) }

// texts lists all texts of a workspace, newest first, for clauses in some languages.
func (m *model) texts(ctx context.Context, ws string, in analysis.Languages) ([]text, error) {
	var list []text
	err := m.read(ctx, ws, func(s *space) error {
		for _, e := range s.episodes {
			list = append(list, text{copyEpisode(e.Episode), s.indexed[e.EpisodeID]})
		}
		return s.indexing.CheckReader(ws, in)
	})
	slices.SortFunc(list, func(a, b text) int { return newestFirst(a.Episode, b.Episode) })
	return list, err
}

func (m *model) CountText(ctx context.Context, ws string, q graph.CountQuery) (ranking.Statistics, error) {
	all, err := m.texts(ctx, ws, q.Languages)
	counted := ranking.Statistics{Episodes: len(all), Having: make([]int, len(q.Clauses))}
	sample := 0
	if q.Sample > 0 {
		sample = ranking.SampleFor(len(all), q.Sample)
	}
	for i, clause := range q.Clauses {
		sampled := 0
		for _, e := range all {
			if e.holds(clause) {
				counted.Having[i]++
				if analysis.SampleOf(string(e.EpisodeID)) >= sample {
					sampled++
				}
			}
		}
		if counted.Having[i] = min(counted.Having[i], q.Most); sample > 0 && counted.Having[i] == q.Most {
			counted.Having[i] = ranking.Estimate(sampled, sample, q.Most, len(all))
		}
	}
	return counted, err
}

func (m *model) FindText(ctx context.Context, ws string, q graph.TextQuery) (graph.TextFound, error) {
	every, err := m.texts(ctx, ws, q.Languages)
	held := lookedUp(every, q)
	out := graph.TextFound{}
	out.Matches, out.Count = matching(every, held, q)
	if q.Unfiltered && !q.All {
		q.Filter = graph.EpisodeFilter{}
		out.Unfiltered, out.UnfilteredCount = matching(every, held, q)
	}
	return out, err
}

// matching returns what FindText returns of the texts that pass the filter.
func matching(every []text, held map[graph.ID][]int, q graph.TextQuery) ([]graph.TextMatch, int) {
	found := []graph.TextMatch{}
	for _, e := range every {
		if !passes(e.Episode, q.Filter) || q.All && !holdsAll(e, q.Clauses) || !q.All && len(held[e.EpisodeID]) == 0 {
			continue
		}
		doc := graph.DocumentOf(e.Episode, e.sets...)
		m := graph.TextMatch{EpisodeID: e.EpisodeID, ID: e.ID, CreatedAt: e.CreatedAt, Tags: e.Tags}
		m.Vector, m.Length = analysis.AskedBy(q.Clauses).Of(doc.Vector), doc.Length
		if !q.All {
			m.Held = held[e.EpisodeID]
		}
		found = append(found, m)
	}
	if !q.All {
		slices.SortStableFunc(found, func(a, b graph.TextMatch) int { return cmp.Compare(weightOf(b, q), weightOf(a, q)) })
	}
	return found[:min(q.Limit, len(found))], len(found)
}

func passes(e graph.Episode, f graph.EpisodeFilter) bool {
	return (f.Since == nil || e.CreatedAt >= *f.Since) && (f.Until == nil || e.CreatedAt <= *f.Until) &&
		(f.MinReward == nil || e.Reward >= *f.MinReward) && (f.MaxReward == nil || e.Reward <= *f.MaxReward) &&
		hasAll(e.Tags, f.Tags)
}

// lookedUp lists the clauses by which each episode is looked up.
func lookedUp(every []text, q graph.TextQuery) map[graph.ID][]int {
	held := map[graph.ID][]int{}
	for _, l := range q.Lookups {
		left := l.Most
		for _, e := range every {
			if left > 0 && e.holds(q.Clauses[l.Clause]) {
				held[e.EpisodeID] = append(held[e.EpisodeID], l.Clause)
				left--
			}
		}
	}
	return held
}

func weightOf(m graph.TextMatch, q graph.TextQuery) (sum float64) {
	for _, l := range q.Lookups {
		if slices.Contains(m.Held, l.Clause) {
			sum += l.Weight
		}
	}
	return sum
}

// HoldsAll reports whether clauses has any that are not Extra and whether the episode holds all of those.
func HoldsAll(e graph.Episode, clauses []analysis.Clause) bool {
	return holdsAll(text{Episode: e}, clauses)
}

func holdsAll(e text, clauses []analysis.Clause) bool {
	wanted := slices.DeleteFunc(slices.Clone(clauses), func(c analysis.Clause) bool { return c.Extra })
	return len(wanted) > 0 && !slices.ContainsFunc(wanted, func(c analysis.Clause) bool { return !e.holds(c) })
}

// holds defines when an episode, indexed for some languages, holds a clause.
func holds(e graph.Episode, clause analysis.Clause, sets ...analysis.Languages) bool {
	doc := graph.DocumentOf(e, sets...)
	switch clause.Kind {
	case analysis.Phrase:
		for i := range doc.Tokens {
			if rest := doc.Tokens[i:]; len(rest) >= len(clause.Tokens) && slices.Equal(rest[:len(clause.Tokens)], clause.Tokens) {
				return true
			}
		}
		return false
	case analysis.Prefix:
		return slices.ContainsFunc(doc.Tokens, func(token string) bool { return strings.HasPrefix(token, clause.Tokens[0]) })
	case analysis.Key:
		return slices.ContainsFunc(doc.Tokens, func(token string) bool {
			return token == clause.Tokens[0] || strings.HasPrefix(token, analysis.KeyToken(clause.Tokens[0]))
		})
	default:
		return slices.ContainsFunc(clause.Tokens, func(stem string) bool { return slices.Contains(doc.Terms, stem) })
	}
}

func hasAll(have, want []string) bool {
	return !slices.ContainsFunc(want, func(w string) bool { return !slices.Contains(have, w) })
}
