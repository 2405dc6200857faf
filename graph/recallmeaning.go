package graph

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"plotline/graph/meaning"
	"plotline/graph/ranking"
	"plotline/internal/fault"
	"plotline/internal/sharing"
)

// WithMeaning makes recall find episodes by meaning too. written is called when an episode is new or changed,
// because its vector is made after the write.
func WithMeaning(model meaning.Embedder, written func()) Option {
	return func(s *Service) {
		s.meaning = &meaningModel{model: model, logger: s.runner.Logger, turns: sharing.NewPool(queriesAtOnce())}
		s.store.written = written
	}
}

// meaningModel asks the model. A nil value means no model.
type meaningModel struct {
	model  meaning.Embedder
	logger *slog.Logger
	failed atomic.Pointer[failure] // the last failure
	turns  *sharing.Pool           // of queries

	mu        sync.Mutex
	unrelated []Vector      // vectors of meaning.Unrelated that are already made
	making    chan struct{} // closed when makeBaseline stops
}

const (
	// queryTimeout is the longest wait of a recall for its query's vector, which is never more than half of its
	// remaining time. After that it uses words only.
	queryTimeout = 5 * time.Second
	// retryDelay is how long a model that failed is not asked again.
	retryDelay = 15 * time.Second
	// baselineTimeout is how long the vectors of unrelated texts may take.
	baselineTimeout = time.Minute
)

// queriesAtOnce returns how many queries a model is asked at the same time, and how many of one payer. A model in this
// process then answers within its time limit, however many are waiting, and no payer keeps the others waiting.
func queriesAtOnce() (all, each int64) {
	processors := int64(runtime.GOMAXPROCS(0))
	return 4 * processors, 3 * processors
}

// errBusy reports that a query had no turn in time. The model did not fail.
var errBusy = errors.New("no turn")

// queryVector is the model's answer to a query.
type queryVector struct {
	vector    Vector
	unrelated []float64 // cosines to unrelated texts
	err       error
	again     bool // err comes from an earlier recall
}

// failure is an error of a model, and the time until which it is not asked again.
type failure struct {
	err   error
	until time.Time
}

// vectorOf asks for the vector of a query of a workspace. The channel delivers one answer. It is nil without a model.
func (m *meaningModel) vectorOf(ctx context.Context, ws, query string) <-chan queryVector {
	if m == nil {
		return nil
	}
	answer := make(chan queryVector, 1)
	if last := m.failed.Load(); last != nil && time.Now().Before(last.until) {
		answer <- queryVector{err: last.err, again: true}
		return answer
	}
	payers := sharing.PayersOf(ctx, ws)
	go func() {
		if !m.takeTurn(ctx, payers) {
			answer <- queryVector{err: errBusy}
			return
		}
		ctx, cancel := context.WithTimeout(ctx, within(ctx, queryTimeout))
		defer cancel()
		made := make(chan queryVector, 1)
		go func() {
			defer m.turns.Give(1, payers...)
			var a queryVector
			a.vector, a.unrelated, a.err = m.ask(ctx, query)
			made <- a
		}()
		select {
		case a := <-made:
			answer <- a
		case <-ctx.Done(): // a model may take a while to notice
			answer <- queryVector{err: ctx.Err()}
		}
	}()
	return answer
}

func (m *meaningModel) takeTurn(ctx context.Context, payers []string) bool {
	ctx, cancel := context.WithTimeout(ctx, within(ctx, queryTimeout))
	defer cancel()
	return m.turns.Take(ctx, 1, payers...)
}

// within returns a time to wait: most, but at most half of what ctx leaves.
func within(ctx context.Context, most time.Duration) time.Duration {
	if end, has := ctx.Deadline(); has {
		return min(most, time.Until(end)/2)
	}
	return most
}

func (m *meaningModel) ask(ctx context.Context, query string) (Vector, []float64, error) {
	exact, err := m.model.EmbedQuery(ctx, query)
	if err != nil || len(exact) == 0 {
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

// baseline returns the vectors of texts that are unrelated to any query. They are made once. The work
// continues if its caller stops waiting.
func (m *meaningModel) baseline(ctx context.Context) ([]Vector, error) {
	m.mu.Lock()
	if len(m.unrelated) == len(meaning.Unrelated()) {
		defer m.mu.Unlock()
		return m.unrelated, nil
	}
	making := m.startBaseline(ctx)
	m.mu.Unlock()
	select {
	case <-making:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.unrelated) < len(meaning.Unrelated()) {
		return nil, fault.New(fault.Unavailable, "The embedding model failed")
	}
	return m.unrelated, nil
}

// warm reports whether the model has answered, so that it answers at once. If not, it makes it do so behind the call.
func (m *meaningModel) warm(ctx context.Context) bool {
	if m == nil {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.unrelated) == len(meaning.Unrelated()) {
		return true
	}
	if last := m.failed.Load(); last == nil || time.Now().After(last.until) {
		m.startBaseline(ctx)
	}
	return false
}

// id returns the name of the model, or "" without one.
func (m *meaningModel) id() string {
	if m == nil {
		return ""
	}
	return m.model.ID()
}

// startBaseline has makeBaseline run, and returns what is closed when it stops. The caller holds the lock.
func (m *meaningModel) startBaseline(ctx context.Context) chan struct{} {
	if m.making == nil {
		m.making = make(chan struct{})
		go m.makeBaseline(context.WithoutCancel(ctx), m.making)
	}
	return m.making
}

// makeBaseline makes one vector after the other. If it fails, it keeps those it has made.
func (m *meaningModel) makeBaseline(ctx context.Context, done chan struct{}) {
	defer close(done)
	ctx, cancel := context.WithTimeout(ctx, baselineTimeout)
	defer cancel()
	texts := meaning.Unrelated()
	for {
		m.mu.Lock()
		if len(m.unrelated) == len(texts) {
			m.making = nil
			m.mu.Unlock()
			return
		}
		next := texts[len(m.unrelated)]
		m.mu.Unlock()
		exact, err := m.model.Embed(ctx, []string{next})
		m.mu.Lock()
		if err != nil {
			m.making = nil
			m.mu.Unlock()
			return
		}
		m.unrelated = append(m.unrelated, NewVector(exact[0]))
		m.mu.Unlock()
	}
}

// meaningMatches is the result of the search by meaning.
type meaningMatches struct {
	on       bool
	reason   string // why there are no results, for the reader
	cosines  map[ID]VectorMatch
	likeness ranking.Likeness
	floor    float64
	words    map[ID]scoredMatch // what matched by words needs no floor
	passed   map[ID]bool        // of those that passed the filter
	vectors  Embeddings         // how many there are, if a match lacks one
}

// lacksVectors reports whether an episode that matched by words has no vector.
func (m *meaningMatches) lacksVectors() bool {
	for id := range m.words {
		if _, has := m.cosines[id]; m.on && !has {
			return true
		}
	}
	return false
}

// weight returns the weight of the best by meaning relative to the best by words. While episodes wait for their vectors, it is
// less: the nearest of a few is not near.
func (m *meaningMatches) weight() float64 {
	all := m.vectors.Vectors + m.vectors.Waiting
	if all == 0 {
		return ranking.MeaningWeight
	}
	return ranking.MeaningWeight * float64(m.vectors.Vectors) / float64(all)
}

// share returns an episode's share by meaning, or 0 if that is not a match.
func (m *meaningMatches) share(id ID) float64 {
	match, has := m.cosines[id]
	if !has {
		return 0
	}
	if _, by := m.words[id]; !by && match.Cosine < m.floor {
		return 0
	}
	return m.weight() * m.likeness.Share(match.Cosine)
}

// matchMeaning finds the nearest episodes by meaning, and the cosines of those that matched by words. A model
// or a search that does not answer is not an error, because words and relationships remain.
func (r *recall) matchMeaning(ctx context.Context, vector <-chan queryVector) error {
	if vector == nil {
		return nil
	}
	a := <-vector
	err := a.err
	if err == nil && len(a.vector) == 0 {
		r.meant.reason = onlyWords + "The embedding model does not know the words of the query."
		return nil
	}
	if err == nil {
		err = r.nearest(ctx, a)
	}
	if err != nil {
		if ended := ctx.Err(); ended != nil {
			return ended
		}
		r.meant.reason = r.s.meaning.explain(ctx, err, a)
	}
	return nil
}

func (r *recall) nearest(ctx context.Context, a queryVector) error {
	ctx, cancel := context.WithTimeout(ctx, within(ctx, queryTimeout))
	defer cancel()
	query := VectorQuery{Model: r.s.meaning.model.ID(), Vector: a.vector, Limit: ranking.NearestPool}
	for id := range r.matched {
		query.IDs = append(query.IDs, id)
	}
	meant := meaningMatches{on: true, cosines: map[ID]VectorMatch{}, floor: ranking.Floor(a.unrelated), words: r.matched}
	for more := true; more; {
		found, err := r.store.FindNearest(ctx, r.ws, query)
		if err != nil {
			return err
		}
		if found.Model != query.Model {
			r.meant.reason = found.otherThan(r.ws, query.Model)
			return nil
		}
		if meant.passed == nil || !r.filter.IsEmpty() {
			meant.passed = map[ID]bool{}
		}
		for _, m := range found.Matches {
			meant.cosines[m.EpisodeID], meant.passed[m.EpisodeID] = m, true
		}
		first := query.Filter.IsEmpty()
		query.IDs, query.Filter = nil, r.second(len(meant.cosines) >= query.Limit)
		more = first && !query.Filter.IsEmpty()
	}
	cosines := make([]float64, 0, len(meant.cosines))
	for _, m := range meant.cosines {
		cosines = append(cosines, m.Cosine)
	}
	slices.Sort(cosines) // sums of floats depend on the order
	meant.likeness = ranking.NewLikeness(cosines, a.unrelated)
	if meant.lacksVectors() {
		now, err := r.store.Embeddings(ctx, r.ws)
		if err != nil {
			return err
		}
		if now.Next == "" { // while a model replaces another, those that wait wait for the next
			meant.vectors = now
		}
	}
	r.meant = meant
	return nil
}

// onlyWords begins the hint when there is no search by meaning.
const onlyWords = "Only words were searched. "

// otherThan explains why vectors cannot be used with a model. It returns "" if there are none yet.
func (n Nearest) otherThan(ws, model string) string {
	switch {
	case n.Model == "":
		return ""
	case n.Next == model:
		return onlyWords + "The vectors of the new model are still being made."
	}
	return onlyWords + OtherModel(ws, n.Model, model).Details + "."
}

// explain returns the reason for the missing meaning. It also pauses a model that failed.
func (m *meaningModel) explain(ctx context.Context, err error, a queryVector) string {
	byModel := a.err != nil
	var known *fault.Error
	switch {
	case a.again:
	case errors.Is(err, errBusy):
		return onlyWords + "Too many recalls were waiting for the embedding model."
	case errors.Is(err, meaning.ErrRejected): // of this query alone
		m.logger.WarnContext(ctx, "the embedding model rejected a query; this recall uses words only", "error", err)
	case byModel:
		m.failed.Store(&failure{err, time.Now().Add(retryDelay)})
		m.logger.WarnContext(ctx, "the embedding model failed; recall uses words only", "error", err)
	default:
		m.logger.WarnContext(ctx, "cannot search vectors; recall uses words only", "error", err)
	}
	switch {
	case errors.As(err, &known) && known.Code == fault.Unavailable && known.Details != "":
		return onlyWords + strings.TrimSuffix(known.Details, ".") + "."
	case !byModel:
		return onlyWords + "The vectors could not be searched; the log says why."
	case errors.Is(err, context.DeadlineExceeded):
		return onlyWords + "The embedding model did not answer in time."
	}
	return onlyWords + "The embedding model failed; the log says why."
}

// joined combines two sentences into one hint.
func joined(first, second string) string { return strings.TrimSpace(first + " " + second) }
