package sqlitestore

import (
	"context"

	"plotline/graph"
	"plotline/graph/sqlitestore/vectorindex"
)

// pageOfVectors is how many vectors one query reads.
const pageOfVectors = 4096

// load brings the workspace's vectors in memory up to the snapshot.
func (n *nearest) load(ctx context.Context) error {
	n.held = n.memory.of(n.models.workspace, n.models.use.key)
	n.sequence = n.q.number(ctx, readSequence)
	h := n.held
	h.mu.RLock()
	fresh := h.fits(n) && h.seen >= n.sequence
	n.index = h.index
	h.mu.RUnlock()
	if !fresh {
		if err := n.readNew(ctx); err != nil {
			n.memory.drop(h)
			return err
		}
	}
	h.mu.RLock()
	bytes := n.index.Bytes()
	n.exact = n.index.Exact()
	n.parts = max(1, (n.index.Len()+n.models.episodes-1)/max(1, n.models.episodes))
	h.mu.RUnlock()
	n.memory.record(h, bytes)
	return n.q.err
}

// fits reports whether the vectors in memory serve the search: they have as many components, and not too many of them
// are deleted, to judge by the number of episodes.
func (h *heldVectors) fits(n *nearest) bool {
	return h.index != nil && h.index.Components() == len(n.Vector) && h.index.Len() <= int(2*h.each*float64(n.models.episodes))+minCandidates
}

// makeFit counts the vectors of the snapshot, unless those in memory fit. If they do not fit then, it starts anew.
func (n *nearest) makeFit(ctx context.Context) error {
	h := n.held
	if h.fits(n) {
		return nil
	}
	count := int(n.q.number(ctx, countVectors, n.models.use.key))
	if h.each = max(1, float64(count)/float64(max(1, n.models.episodes))); h.fits(n) {
		return nil
	}
	if least := vectorindex.Least(count, len(n.Vector)); least > n.memory.budget {
		return tooManyVectors(least)
	}
	h.seen, h.index = 0, vectorindex.New(len(n.Vector), n.memory.budget/exactShare)
	h.index.Grow(count)
	return nil
}

// readNew reads the vectors that memory lacks, or all if those in memory do not fit.
func (n *nearest) readNew(ctx context.Context) error {
	h := n.held
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := n.makeFit(ctx); err != nil {
		return err
	}
	n.index = h.index
	for n.q.err == nil && h.seen < n.sequence {
		rows := all(ctx, n.q, pageVectors, vectorFields, n.models.use.key, h.seen, pageOfVectors)
		if n.q.err != nil {
			break
		}
		for _, row := range rows {
			if h.seen = row.seq; len(row.vector) == len(n.Vector) {
				h.index.Add(row.seq, graph.Vector(row.vector))
			}
		}
		if len(rows) < pageOfVectors {
			h.seen = n.sequence
		}
	}
	if least := vectorindex.Least(h.index.Len(), len(n.Vector)); least > n.memory.budget {
		return tooManyVectors(least)
	}
	return n.q.err
}
