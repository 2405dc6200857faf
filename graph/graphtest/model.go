package graphtest

import (
	"cmp"
	"context"
	"maps"
	"reflect"
	"slices"
	"sync"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/internal/fault"
)

// model is a graph.Store over plain slices and one mutex. It states the contract as briefly as possible,
// with naive algorithms. It shares no algorithm with the stores that it checks.
type model struct {
	mu     sync.Mutex
	closed bool
	spaces map[string]*space
}

var _ graph.Store = (*model)(nil)

// space is one workspace. Rows are in the order of creation.
type space struct {
	episodes []graph.NewEpisode
	rels     []graph.Relationship
	changes  int            // number of writes that changed episodes or rels
	last     int64          // the highest assigned serial number
	given    map[int64]bool // every assigned serial number, including those of deleted episodes
	meaning  vectors
	home     graph.Residence
	indexing graph.IndexingState
	indexed  map[graph.ID][]analysis.Languages // the languages that each episode's texts are indexed for

	// gave holds the numbers that another store assigned, if the model follows one. The contract allows
	// gaps.
	gave map[graph.ID]int64

	// took holds the episodes whose texts another store claimed, if the model follows one. A claim may take
	// any waiting episodes.
	took map[graph.ID]bool
}

// NewModel creates an empty store in memory.
func NewModel() graph.Store { return newModel() }

func newModel() *model { return &model{spaces: map[string]*space{}} }

// read calls f with a workspace that f must not change.
func (m *model) read(ctx context.Context, ws string, f func(s *space) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.ready(ctx); err != nil {
		return err
	}
	return f(m.space(ws))
}

// write calls f with a copy of a workspace. If f succeeds, the copy replaces the workspace.
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
	if before := m.space(ws); !reflect.DeepEqual(before.episodes, trial.episodes) || !reflect.DeepEqual(before.rels, trial.rels) {
		if err := trial.home.Admit(ctx, ws); err != nil {
			return err
		}
		trial.changes++
	}
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

// Status implements graph.Store.
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

// clone copies the lists but not what their rows point to. Rows are replaced, never modified.
func (s *space) clone() *space {
	indexed := maps.Clone(s.indexed)
	if indexed == nil {
		indexed = map[graph.ID][]analysis.Languages{}
	}
	return &space{
		episodes: slices.Clone(s.episodes), rels: slices.Clone(s.rels), changes: s.changes,
		last: s.last, given: maps.Clone(s.given), gave: s.gave, took: s.took, meaning: s.meaning.clone(),
		indexing: s.indexing, indexed: indexed, home: s.home,
	}
}

// find returns the index of an episode, or -1.
func (s *space) find(id graph.ID) int {
	return slices.IndexFunc(s.episodes, func(e graph.NewEpisode) bool { return e.EpisodeID == id })
}

// findRel returns the index of a relationship, or -1.
func (s *space) findRel(id graph.ID) int {
	return slices.IndexFunc(s.rels, func(r graph.Relationship) bool { return r.ID == id })
}

// missing lists the unknown ids without duplicates, in the given order.
func (s *space) missing(ids ...graph.ID) []graph.ID {
	var none []graph.ID
	for _, id := range ids {
		if s.find(id) < 0 && !slices.Contains(none, id) {
			none = append(none, id)
		}
	}
	return none
}

// require returns the contract's error for unknown episodes.
func (s *space) require(ids ...graph.ID) error {
	if none := s.missing(ids...); len(none) > 0 {
		return graph.EpisodeNotFound(none...)
	}
	return nil
}

// wanted reports whether a type is requested. No types means all types.
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

// copyEpisode returns a copy that shares no memory with the original.
func copyEpisode(e graph.Episode) graph.Episode {
	e.Tags, e.Metadata = slices.Clone(e.Tags), slices.Clone(e.Metadata)
	return e
}

// copyRel returns a copy that shares no memory with the original.
func copyRel(r graph.Relationship) graph.Relationship {
	r.Metadata = slices.Clone(r.Metadata)
	return r
}
