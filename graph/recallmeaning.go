package graph

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"plotline/graph/fault"
	"plotline/graph/meaning"
	"plotline/graph/ranking"
)

// WithMeaning has recall find by meaning too. written is told when an episode is new or changed: its vector is
// to be made behind the write.
func WithMeaning(model meaning.Embedder, written func()) Option {
	return func(s *Service) {
		s.meaning = &meanings{model: model, logger: s.runner.Logger}
		s.shared.Store = told{s.shared.Store, written}
	}
}

// told is a store that tells of writes which change texts.
type told struct {
	Store

	written func()
}

// CreateEpisodes is that of EpisodeStore.
func (t told) CreateEpisodes(ctx context.Context, ws string, batch Batch) (Created, error) {
	made, err := t.Store.CreateEpisodes(ctx, ws, batch)
	if err == nil {
		t.written()
	}
	return made, err
}

// ReplaceEpisode is that of EpisodeStore.
func (t told) ReplaceEpisode(ctx context.Context, ws string, ep Episode, was Time) error {
	err := t.Store.ReplaceEpisode(ctx, ws, ep, was)
	if err == nil {
		t.written()
	}
	return err
}

// meanings asks a model; nil has none.
type meanings struct {
	model  meaning.Embedder
	logger *slog.Logger

	mu        sync.Mutex
	unrelated []Vector // of meaning.Unrelated, when they have been asked for
}

// patience is how long a recall waits for its query's vector. Then it answers by words.
const patience = 5 * time.Second

// asked is what the model says of a query.
type asked struct {
	vector    Vector
	unrelated []float64 // cosines to texts that have nothing to do with it
	err       error
}

// vectorOf asks for the vector of a query. The channel gives one answer; nil without a model.
func (m *meanings) vectorOf(ctx context.Context, query string) <-chan asked {
	if m == nil {
		return nil
	}
	answer := make(chan asked, 1)
	go func() {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		var a asked
		a.vector, a.unrelated, a.err = m.ask(ctx, query)
		answer <- a
	}()
	return answer
}

func (m *meanings) ask(ctx context.Context, query string) (Vector, []float64, error) {
	exact, err := m.model.EmbedQuery(ctx, query)
	if err != nil {
		return nil, nil, err
	}
	unrelated, err := m.baseline(ctx)
	if err != nil {
		return nil, nil, err
	}
	vector := NewVector(exact)
	cosines := make([]float64, len(unrelated))
	for i, u := range unrelated {
		cosines[i] = vector.Cosine(u)
	}
	return vector, cosines, nil
}

// baseline gives the vectors of texts that are unrelated to whatever is asked.
func (m *meanings) baseline(ctx context.Context) ([]Vector, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.unrelated != nil {
		return m.unrelated, nil
	}
	exact, err := m.model.Embed(ctx, meaning.Unrelated())
	if err != nil {
		return nil, err
	}
	for _, one := range exact {
		m.unrelated = append(m.unrelated, NewVector(one))
	}
	return m.unrelated, nil
}

// meant is what was found by meaning.
type meant struct {
	on       bool
	trouble  string // why there is nothing, for the reader
	cosines  map[ID]VectorMatch
	likeness ranking.Likeness
	floor    float64
	words    map[ID]scoredMatch // what matched by words needs no floor
}

// share of an episode by its meaning, 0 where that is no match.
func (m *meant) share(id ID) float64 {
	match, has := m.cosines[id]
	if !has {
		return 0
	}
	if _, by := m.words[id]; !by && match.Cosine < m.floor {
		return 0
	}
	return ranking.MeaningWeight * m.likeness.Share(match.Cosine)
}

// matchMeaning finds the nearest by meaning, and how near what matched by words is. A model that does not
// answer is no failure: words and relationships are left.
func (r *recall) matchMeaning(ctx context.Context, vector <-chan asked) error {
	if vector == nil {
		return nil
	}
	a := <-vector
	if a.err != nil {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.meant.trouble = r.s.meaning.explain(ctx, a.err)
		return nil
	}
	return r.nearest(ctx, a)
}

func (r *recall) nearest(ctx context.Context, a asked) error {
	model := r.s.meaning.model.ID()
	query := VectorQuery{Model: model, Vector: a.vector, Limit: ranking.NearestPool}
	for id := range r.matched {
		query.IDs = append(query.IDs, id)
	}
	r.meant.cosines, r.meant.floor, r.meant.words = map[ID]VectorMatch{}, ranking.Floor(a.unrelated), r.matched
	filters := []EpisodeFilter{{}}
	if !r.filter.IsEmpty() {
		filters = append(filters, r.filter)
	}
	for _, query.Filter = range filters {
		found, err := r.s.store.FindNearest(ctx, r.ws, query)
		switch {
		case fault.CodeOf(err) == fault.Unavailable && ctx.Err() == nil:
			r.meant.trouble = "Only words were searched: " + fault.From(err).Details
			return nil
		case err != nil:
			return err
		case found.Model != model:
			if found.Model != "" {
				r.meant.trouble = "Only words were searched: " + OtherModel(r.ws, found.Model, model).Details
			}
			return nil
		}
		for _, m := range found.Matches {
			r.meant.cosines[m.EpisodeID] = m
		}
		query.IDs = nil
	}
	cosines := make([]float64, 0, len(r.meant.cosines))
	for _, m := range r.meant.cosines {
		cosines = append(cosines, m.Cosine)
	}
	r.meant.on, r.meant.likeness = true, ranking.NewLikeness(cosines, a.unrelated)
	return nil
}

// explain says why there is no meaning.
func (m *meanings) explain(ctx context.Context, err error) string {
	m.logger.WarnContext(ctx, "a query has no vector; recall answers by words", "error", err)
	var known *fault.Error
	if errors.As(err, &known) && known.Details != "" {
		return "Only words were searched: " + known.Details
	}
	return "Only words were searched: the embedding model did not answer in time"
}

// joined puts two sentences into one hint.
func joined(first, second string) string {
	switch {
	case first == "":
		return second
	case second == "":
		return first
	}
	return first + " " + second
}
