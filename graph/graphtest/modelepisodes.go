package graphtest

import (
	"context"
	"slices"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/internal/fault"
)

func (m *model) CreateEpisodes(ctx context.Context, ws string, b graph.Batch) (graph.Created, error) {
	var out graph.Created
	err := m.write(ctx, ws, func(s *space) (err error) {
		if len(b.Episodes) > 0 {
			if err := s.indexing.CheckWriter(ws, b.Languages); err != nil {
				return err
			}
			s.indexing.Languages = s.indexing.Languages.Or(b.Languages).Or(analysis.English)
		}
		out, err = s.createAll(b)
		return err
	})
	return out, err
}

func (s *space) createAll(b graph.Batch) (graph.Created, error) {
	alone := len(b.Episodes) == 1 && len(b.Relationships) == 0
	made := make([]item, len(b.Episodes))
	for i, ep := range b.Episodes {
		got, err := s.createOne(ep, made[:i])
		if err != nil && !alone {
			err = err.At(i)
		}
		if err != nil {
			return graph.Created{}, err
		}
		made[i] = got
	}
	out := graph.Created{Episodes: []graph.Episode{}, Relationships: []graph.Relationship{}, Ends: []graph.Ends{}}
	for i, rel := range b.Relationships {
		got, err := s.relateOne(rel, made)
		if err != nil {
			return graph.Created{}, fault.From(err).At(i)
		}
		out.Relationships = append(out.Relationships, copyRel(got))
		out.Ends = append(out.Ends, s.ends(got))
	}
	for _, it := range made {
		out.Episodes = append(out.Episodes, copyEpisode(s.episodes[s.find(it.id)].Episode))
	}
	return out, nil
}

// item is the result for one episode of a batch.
type item struct {
	id       graph.ID
	replayed bool
}

func (s *space) createOne(ep graph.NewEpisode, before []item) (item, *fault.Error) {
	if ep.Key != "" {
		for _, old := range s.episodes {
			switch {
			case old.Key != ep.Key:
			case old.Digest == ep.Digest:
				return item{old.EpisodeID, true}, nil
			case slices.Contains(before, item{old.EpisodeID, false}):
				return item{}, graph.KeyReused(ep.Key, "")
			default:
				return item{}, graph.KeyReused(ep.Key, old.EpisodeID)
			}
		}
	}
	if at := s.find(ep.EpisodeID); at >= 0 {
		old := s.episodes[at]
		if ep.Key == "" && old.Key == "" && old.Equal(ep.Episode) {
			return item{old.EpisodeID, true}, nil
		}
		return item{}, graph.EpisodeExists(ep.EpisodeID)
	}
	ep.Episode = copyEpisode(ep.Episode)
	ep.ID = s.serial(ep.EpisodeID, ep.ID)
	s.episodes = append(s.episodes, ep)
	s.indexed[ep.EpisodeID] = s.indexing.Sets()
	return item{ep.EpisodeID, false}, nil
}

// serial returns the requested number if it was never assigned, otherwise the next one.
func (s *space) serial(id graph.ID, asked int64) int64 {
	if asked == 0 || s.given[asked] {
		asked = max(s.last+1, s.gave[id])
	}
	s.given[asked] = true
	s.last = max(s.last, asked)
	return asked
}

func (s *space) relateOne(rel graph.NewRelationship, made []item) (graph.Relationship, error) {
	replayed := false
	end := func(e graph.End) graph.ID {
		if e.Item < 0 {
			return e.Episode
		}
		replayed = replayed || made[e.Item].replayed
		return made[e.Item].id
	}
	r := rel.Relationship
	r.From, r.To = end(rel.FromEnd), end(rel.ToEnd)
	if r.From == r.To {
		return r, graph.SameEnds()
	}
	if old := s.between(r.From, r.To, r.Type); replayed && len(old) > 0 {
		return old[0], nil
	}
	if err := s.add(r); err != nil {
		return r, err
	}
	return s.between(r.From, r.To, r.Type)[0], nil
}

func (m *model) ReplaceEpisode(ctx context.Context, ws string, ep graph.Episode, was graph.Time) error {
	return m.write(ctx, ws, func(s *space) error {
		if err := s.require(ep.EpisodeID); err != nil {
			return err
		}
		row := &s.episodes[s.find(ep.EpisodeID)]
		if row.UpdatedAt != was {
			return graph.Stale(ep.EpisodeID, row.UpdatedAt)
		}
		ep = copyEpisode(ep)
		ep.ID, ep.CreatedAt = row.ID, row.CreatedAt
		s.indexed[ep.EpisodeID] = s.indexing.Sets()
		row.Episode = ep
		return nil
	})
}

func (m *model) DeleteEpisode(ctx context.Context, ws string, id graph.ID) (int, error) {
	removed := 0
	err := m.write(ctx, ws, func(s *space) error {
		if err := s.require(id); err != nil {
			return err
		}
		before := len(s.rels)
		s.rels = slices.DeleteFunc(s.rels, func(r graph.Relationship) bool { return r.From == id || r.To == id })
		removed = before - len(s.rels)
		s.episodes = slices.Delete(s.episodes, s.find(id), s.find(id)+1)
		return nil
	})
	return removed, err
}
