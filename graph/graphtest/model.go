package graphtest

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/internal/fault"
)

// model is a graph.Store over plain slices, behind one mutex. It is the contract in the fewest
// words, with the most naive algorithms: it shares none with the stores that it judges.
type model struct {
	mu     sync.Mutex
	closed bool
	spaces map[string]*space
}

var _ graph.Store = (*model)(nil)

// space is one workspace. Rows stand in the order in which they were made.
type space struct {
	episodes []graph.NewEpisode
	rels     []graph.Relationship
	last     int64          // the highest serial number that was given
	given    map[int64]bool // every serial number that was given, deleted episodes' too
	meaning  vectors
	indexing graph.IndexingState
	indexed  map[graph.ID][]analysis.Languages // for which each episode's texts are indexed

	// gave tells the number that another store gave to an episode, where there is one to follow:
	// the contract leaves gaps open.
	gave map[graph.ID]int64

	// took tells of which episodes another store took the texts, where there is one to follow: which of
	// those that wait a claim takes is free.
	took map[graph.ID]bool
}

// NewModel makes an empty store that forgets everything with the process.
func NewModel() graph.Store { return newModel() }

func newModel() *model { return &model{spaces: map[string]*space{}} }

// read runs f on a workspace that f must not change.
func (m *model) read(ctx context.Context, ws string, f func(s *space) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.ready(ctx); err != nil {
		return err
	}
	return f(m.space(ws))
}

// write runs f on a copy of a workspace, which takes its place when f succeeds.
func (m *model) write(ctx context.Context, ws string, f func(s *space) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.ready(ctx); err != nil {
		return err
	}
	trial := m.space(ws).clone()
	if err := f(trial); err != nil {
		return err
	}
	trial.settle()
	m.spaces[ws] = trial
	return nil
}

func (m *model) ready(ctx context.Context) error {
	if m.closed {
		return fault.New(fault.Unavailable, "The store is closed")
	}
	return ctx.Err()
}

func (m *model) space(ws string) *space {
	if s := m.spaces[ws]; s != nil {
		return s
	}
	return &space{given: map[int64]bool{}, meaning: vectors{}.clone()}
}

// Status says what this is.
func (m *model) Status(ctx context.Context) (graph.Status, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return graph.Status{Kind: "model", Version: "1", Location: "memory"}, m.ready(ctx)
}

// Close makes every later call fail.
func (m *model) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}

// clone copies the lists, not what the rows point to: rows are replaced, never written into.
func (s *space) clone() *space {
	indexed := maps.Clone(s.indexed)
	if indexed == nil {
		indexed = map[graph.ID][]analysis.Languages{}
	}
	return &space{
		episodes: slices.Clone(s.episodes), rels: slices.Clone(s.rels),
		last: s.last, given: maps.Clone(s.given), gave: s.gave, took: s.took, meaning: s.meaning.clone(),
		indexing: s.indexing, indexed: indexed,
	}
}

// find gives the place of an episode, or -1.
func (s *space) find(id graph.ID) int {
	return slices.IndexFunc(s.episodes, func(e graph.NewEpisode) bool { return e.EpisodeID == id })
}

// findRel gives the place of a relationship, or -1.
func (s *space) findRel(id graph.ID) int {
	return slices.IndexFunc(s.rels, func(r graph.Relationship) bool { return r.ID == id })
}

// missing lists the ids that are unknown, each once, in the order given.
func (s *space) missing(ids ...graph.ID) []graph.ID {
	var none []graph.ID
	for _, id := range ids {
		if s.find(id) < 0 && !slices.Contains(none, id) {
			none = append(none, id)
		}
	}
	return none
}

// require gives the contract's error for episodes that are unknown.
func (s *space) require(ids ...graph.ID) error {
	if none := s.missing(ids...); len(none) > 0 {
		return graph.EpisodeNotFound(none...)
	}
	return nil
}

// wanted tells whether a type is asked for: no types are all types.
func wanted(types []graph.Type, t graph.Type) bool {
	return len(types) == 0 || slices.Contains(types, t)
}

// newestFirst is the order of lists of episodes.
func newestFirst(a, b graph.Episode) int {
	return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
}

// oldestFirst is the order of lists of relationships.
func oldestFirst(a, b graph.Relationship) int {
	return cmp.Or(cmp.Compare(a.CreatedAt, b.CreatedAt), cmp.Compare(a.ID, b.ID))
}

// copyEpisode shares nothing with the original.
func copyEpisode(e graph.Episode) graph.Episode {
	e.Tags, e.Metadata = slices.Clone(e.Tags), slices.Clone(e.Metadata)
	return e
}

// copyRel shares nothing with the original.
func copyRel(r graph.Relationship) graph.Relationship {
	r.Metadata = slices.Clone(r.Metadata)
	return r
}
