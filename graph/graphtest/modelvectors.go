package graphtest

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"plotline/graph"
)

// vectors is the state of a workspace's vectors.
type vectors struct {
	model, next string
	of          map[string]map[graph.ID][]graph.Vector // by model, then by episode
	texts       map[graph.ID]string                    // the text of each vector or claim
	claims      map[graph.ID]claim
}

type claim struct {
	token string
	until graph.Time
}

func (v vectors) clone() vectors {
	of := map[string]map[graph.ID][]graph.Vector{}
	for model, list := range v.of {
		of[model] = maps.Clone(list)
	}
	texts, claims := maps.Clone(v.texts), maps.Clone(v.claims)
	if texts == nil {
		texts, claims = map[graph.ID]string{}, map[graph.ID]claim{}
	}
	return vectors{v.model, v.next, of, texts, claims}
}

// settle drops the vectors and claims of texts that were changed or deleted. It switches models when
// nothing waits.
func (s *space) settle() {
	v := &s.meaning
	for id, text := range v.texts {
		if at := s.find(id); at < 0 || graph.EmbeddedText(s.episodes[at].Episode) != text {
			delete(v.texts, id)
			delete(v.claims, id)
			for _, list := range v.of {
				delete(list, id)
			}
		}
	}
	if v.next != "" && len(s.waiting()) == 0 {
		delete(v.of, v.model)
		v.model, v.next = v.next, ""
	}
}

func (s *space) embeddings() graph.Embeddings {
	v := s.meaning
	out := graph.Embeddings{Model: v.model, Next: v.next, Waiting: len(s.waiting())}
	for _, parts := range v.of[v.model] {
		if len(parts) > 0 {
			out.Vectors++
		}
	}
	return out
}

func (s *space) waiting() []graph.Episode {
	var list []graph.Episode
	target := cmp.Or(s.meaning.next, s.meaning.model)
	for _, e := range s.episodes {
		if _, has := s.meaning.of[target][e.EpisodeID]; target != "" && !has {
			list = append(list, e.Episode)
		}
	}
	return list
}

func (m *model) Embeddings(ctx context.Context, ws string) (out graph.Embeddings, err error) {
	err = m.write(ctx, ws, func(s *space) error {
		out = s.embeddings()
		return nil
	})
	return out, err
}

// tookFirst sorts the episodes that another store took first.
func (s *space) tookFirst(a, b graph.Episode) int {
	first := func(e graph.Episode) int {
		if s.took[e.EpisodeID] {
			return 0
		}
		return 1
	}
	return first(a) - first(b)
}

func (m *model) UseModel(ctx context.Context, ws, model string, replace bool) (out graph.Embeddings, err error) {
	err = m.write(ctx, ws, func(s *space) error {
		v := &s.meaning
		switch {
		case v.model == "":
			v.model = model
		case model == v.model && replace && v.next != "":
			delete(v.of, v.next)
			v.next, v.claims = "", map[graph.ID]claim{}
		case model == v.model || model == v.next:
		case replace:
			delete(v.of, v.next)
			v.next, v.claims = model, map[graph.ID]claim{}
		default:
			return graph.OtherModel(ws, v.model, model)
		}
		s.settle()
		out = s.embeddings()
		return nil
	})
	return out, err
}

func (m *model) WaitingWorkspaces(ctx context.Context, model string, limit int) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := []string{}
	for ws, s := range m.spaces {
		unnamed := s.meaning.model == "" && len(s.episodes) > 0
		if unnamed || s.embeddings().Target() == model && len(s.waiting()) > 0 {
			list = append(list, ws)
		}
	}
	return list[:min(limit, len(list))], m.ready(ctx)
}

func (m *model) ClaimTexts(ctx context.Context, ws string, c graph.Claim) ([]graph.Episode, error) {
	out := []graph.Episode{}
	err := m.write(ctx, ws, func(s *space) error {
		if c.Now == 0 {
			c.Now = graph.TimeOf(time.Now())
		}
		if s.embeddings().Target() != c.Model {
			return nil
		}
		waiting, until := s.waiting(), c.Now+graph.Time(c.Lasts.Microseconds())
		slices.SortStableFunc(waiting, s.tookFirst)
		for _, e := range waiting {
			if held := s.meaning.claims[e.EpisodeID]; held.token != "" && c.Now < held.until && held.until <= until || len(out) == c.Limit {
				continue
			}
			s.meaning.claims[e.EpisodeID] = claim{c.Token, until}
			s.meaning.texts[e.EpisodeID] = graph.EmbeddedText(e)
			out = append(out, graph.Episode{EpisodeID: e.EpisodeID, Name: e.Name, Query: e.Query, Reflection: e.Reflection})
		}
		return nil
	})
	return out, err
}

func (m *model) PutVectors(ctx context.Context, ws, token string, list []graph.EpisodeVector) (stored int, err error) {
	err = m.write(ctx, ws, func(s *space) error {
		v := &s.meaning
		target := cmp.Or(v.next, v.model)
		for _, one := range list {
			if held, is := v.claims[one.EpisodeID]; !is || held.token != token {
				continue
			}
			if v.of[target] == nil {
				v.of[target] = map[graph.ID][]graph.Vector{}
			}
			v.of[target][one.EpisodeID] = slices.Clone(one.Vectors)
			delete(v.claims, one.EpisodeID)
			stored++
		}
		return nil
	})
	return stored, err
}

func (m *model) ReleaseTexts(ctx context.Context, ws, token string) error {
	return m.write(ctx, ws, func(s *space) error {
		maps.DeleteFunc(s.meaning.claims, func(_ graph.ID, held claim) bool { return held.token == token })
		return nil
	})
}

// bestCosine returns the highest cosine of an episode's vectors that have as many components as the query.
func bestCosine(vectors []graph.Vector, query graph.Vector) (best float64, has bool) {
	best = -1
	for _, v := range vectors {
		if len(v) == len(query) && len(v) > 0 {
			best, has = max(best, v.Cosine(query)), true
		}
	}
	return best, has
}

func (m *model) FindNearest(ctx context.Context, ws string, q graph.VectorQuery) (graph.Nearest, error) {
	out := graph.Nearest{Matches: []graph.VectorMatch{}}
	err := m.write(ctx, ws, func(s *space) error {
		if out.Model, out.Next = s.meaning.model, s.meaning.next; out.Model != q.Model {
			return nil
		}
		var nearest []graph.VectorMatch
		for _, e := range s.episodes {
			cosine, has := bestCosine(s.meaning.of[q.Model][e.EpisodeID], q.Vector)
			if !has {
				continue
			}
			match := graph.VectorMatch{
				EpisodeID: e.EpisodeID, ID: e.ID, CreatedAt: e.CreatedAt, Tags: slices.Clone(e.Tags), Cosine: cosine,
			}
			if slices.Contains(q.IDs, e.EpisodeID) {
				out.Matches = append(out.Matches, match)
			}
			if passes(e.Episode, q.Filter) {
				nearest = append(nearest, match)
			}
		}
		slices.SortFunc(nearest, func(a, b graph.VectorMatch) int { return cmp.Compare(b.Cosine, a.Cosine) })
		for _, match := range nearest[:min(q.Limit, len(nearest))] {
			if !slices.Contains(q.IDs, match.EpisodeID) {
				out.Matches = append(out.Matches, match)
			}
		}
		return nil
	})
	return out, err
}
