package sqlitestore

import (
	"sync"

	"plotline/graph/sqlitestore/vectorindex"
	"plotline/internal/fault"
)

// vectorMemory holds the vectors of the workspaces that were searched most recently.
type vectorMemory struct {
	budget int // in bytes

	mu    sync.Mutex
	held  map[int64]*heldVectors // by workspace key
	clock int
}

// WithVectorMemory sets how many bytes of vectors are kept in memory (default 64 MiB). Whole workspaces are dropped,
// the least recently used first.
func WithVectorMemory(bytes int) Option { return func(s *Store) { s.vectors.budget = bytes } }

const megabyte = 1 << 20

// exactShare limits the full vectors of one workspace to a quarter of the budget. A larger workspace keeps only their
// signs, so that a search stays fast and the other workspaces stay in memory.
const exactShare = 4

// heldVectors holds the vectors of one workspace and model.
type heldVectors struct {
	workspace, model int64

	bytes, used int // guarded by vectorMemory

	mu    sync.RWMutex
	seen  int64 // every vector up to this seq was read
	index *vectorindex.Index
	each  float64 // vectors of an episode, when they were last counted in the file
}

// of returns the vectors of a workspace in memory. It starts empty if the model is another one.
func (m *vectorMemory) of(workspace, model int64) *heldVectors {
	m.mu.Lock()
	defer m.mu.Unlock()
	h := m.held[workspace]
	if h == nil || h.model != model {
		h = &heldVectors{workspace: workspace, model: model}
		m.held[workspace] = h
	}
	return h
}

// record records what a workspace takes now. It drops others, the least recently used first, while the sum exceeds the
// budget.
func (m *vectorMemory) record(h *heldVectors, bytes int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.clock++
	h.used, h.bytes, m.held[h.workspace] = m.clock, bytes, h
	for {
		oldest, sum := h, 0
		for _, o := range m.held {
			sum += o.bytes
			if o.used < oldest.used {
				oldest = o
			}
		}
		if sum <= m.budget || oldest == h {
			return
		}
		delete(m.held, oldest.workspace)
	}
}

// drop removes a workspace from memory.
func (m *vectorMemory) drop(h *heldVectors) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held[h.workspace] == h {
		delete(m.held, h.workspace)
	}
}

func tooManyVectors(bytes int) error {
	return fault.Newf(fault.Unavailable, "The vectors of this workspace do not fit in memory: "+
		"`--vector-memory` must be at least %d MiB", (bytes+megabyte-1)/megabyte)
}
