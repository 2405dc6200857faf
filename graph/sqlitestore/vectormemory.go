package sqlitestore

import (
	"sync"

	"plotline/graph/sqlitestore/vectorindex"
	"plotline/internal/fault"
)

// vectorMemory holds the vectors of workspaces that were asked of them lately.
type vectorMemory struct {
	budget int // of bytes

	mu    sync.Mutex
	held  map[int64]*heldVectors // by the key of the workspace
	turns int
}

// WithVectorMemory sets how many bytes of vectors are held in memory (64 MiB). Whole workspaces leave it, the
// one that was used least lately first.
func WithVectorMemory(bytes int) Option { return func(s *Store) { s.vectors.budget = bytes } }

const megabyte = 1 << 20

// exactShare of the budget is what one workspace may take for the components of its vectors. A larger one is
// held by their signs, so that it neither takes long to look through nor drives out the others.
const exactShare = 4

// heldVectors are those of one model.
type heldVectors struct {
	workspace, model int64

	bytes, used int // guarded by vectorMemory

	mu    sync.RWMutex
	seen  int64 // every vector up to this seq was read
	index *vectorindex.Index
}

// of gives what is held of a workspace, or begins anew with another model.
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

// keep counts what a workspace takes now, and lets others go where it is too much together.
func (m *vectorMemory) keep(h *heldVectors, bytes int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.turns++
	h.used, h.bytes, m.held[h.workspace] = m.turns, bytes, h
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

// drop lets a workspace go.
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
