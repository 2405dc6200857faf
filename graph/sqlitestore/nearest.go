package sqlitestore

import (
	"cmp"
	"context"
	"slices"

	"plotline/graph"
	"plotline/graph/sqlitestore/vectorindex"
)

// FindNearest implements graph.Store.
func (s *Store) FindNearest(ctx context.Context, ws string, vq graph.VectorQuery) (graph.Nearest, error) {
	return read(ctx, s, func(q *session) (graph.Nearest, error) {
		m := q.models(ctx, ws)
		found := graph.Nearest{Model: m.use.name, Next: m.next.name, Matches: []graph.VectorMatch{}}
		if m.use.key == 0 || m.use.name != vq.Model || len(vq.Vector) == 0 {
			return found, nil
		}
		n := nearest{q: q, memory: &s.vectors, models: m, VectorQuery: vq}
		named := n.named(ctx)
		for _, match := range named {
			found.Matches = append(found.Matches, match)
		}
		matches, err := n.find(ctx)
		for _, match := range matches {
			if _, is := named[match.EpisodeID]; !is {
				found.Matches = append(found.Matches, match)
			}
		}
		return found, err
	})
}

// near is an episode found by one of its vectors.
type near struct {
	seq    int64
	vector vectorColumn
	graph.VectorMatch
}

func nearFields(n *near) []any {
	return []any{&n.seq, (*string)(&n.EpisodeID), &n.ID, (*int64)(&n.CreatedAt), (*tagsColumn)(&n.Tags)}
}

func namedFields(n *near) []any { return append(nearFields(n), &n.vector) }

func vectorFields(n *near) []any { return []any{&n.seq, &n.vector} }

// nearest is a search in progress. The vectors in memory may be older or newer than the snapshot that it reads.
type nearest struct {
	q        *session
	memory   *vectorMemory
	models   models
	held     *heldVectors
	index    *vectorindex.Index // guarded by held
	exact    bool               // whether index had full vectors when it was last read
	sequence int64              // the highest seq of the snapshot
	missing  []int64            // vectors in memory that the file no longer has
	parts    int                // vectors of an episode on average, rounded up

	graph.VectorQuery
}

// named returns the best matches of the episodes that the query names.
func (n *nearest) named(ctx context.Context) map[graph.ID]graph.VectorMatch {
	best := map[graph.ID]graph.VectorMatch{}
	for _, part := range all(ctx, n.q, getNamed, namedFields, n.models.workspace, list(n.IDs), n.models.use.key) {
		if len(part.vector) != len(n.Vector) {
			continue
		}
		part.Cosine = graph.Vector(part.vector).Cosine(n.Vector)
		if other, is := best[part.EpisodeID]; !is || other.Cosine < part.Cosine {
			best[part.EpisodeID] = part.VectorMatch
		}
	}
	return best
}

// How many candidates a search takes from memory. The file decides which of them are found.
const (
	spare           = 16   // extra candidates, because some may be deleted or of the same episode
	minPassShare    = 16   // if fewer than 1 in 16 pass a filter, the search reads those that pass first
	minCandidates   = 1000 // candidates by signs: at least this many,
	candidateFactor = 5    // or this many times the limit, for each part of an episode
)

// find returns the nearest episodes that pass the filter.
func (n *nearest) find(ctx context.Context) ([]graph.VectorMatch, error) {
	if n.Limit <= 0 {
		return nil, nil
	}
	if err := n.load(ctx); err != nil {
		return nil, err
	}
	defer n.clear()
	for many := n.candidateCount(); ; many *= 4 {
		candidates, whole := n.filtered(ctx, many)
		found := n.resolve(ctx, n.measure(ctx, candidates))
		if whole || len(found) == n.Limit || n.q.err != nil {
			return found, nil
		}
		n.clear()
	}
}

// candidateCount returns how many candidates are needed to find the nearest.
func (n *nearest) candidateCount() int {
	if n.exact {
		return n.parts*n.Limit + spare
	}
	return max(minCandidates, candidateFactor*n.parts*n.Limit)
}

// candidates returns the nearest vectors in memory, and whether it has no more.
func (n *nearest) candidates(many int, among []int64) (list []vectorindex.Match, whole bool) {
	n.held.mu.RLock()
	defer n.held.mu.RUnlock()
	n.exact = n.index.Exact()
	return n.index.Nearest(n.Vector, many, among), many >= n.index.Len()
}

// filtered returns the nearest vectors that pass the filter, and whether there are no more. It filters some candidates
// and estimates from them how many it needs. If too few pass, it searches only the vectors that pass.
func (n *nearest) filtered(ctx context.Context, many int) (found []vectorindex.Match, whole bool) {
	if n.Filter.IsEmpty() {
		return n.candidates(many, nil)
	}
	for take := 2 * many; ; {
		candidates, whole := n.candidates(take, nil)
		seqs := n.q.keys(ctx, filterVectors, append([]any{list(seqsOf(candidates))}, filterArgs(n.Filter)...)...)
		seen, passed := len(candidates), only(candidates, seqs)
		if len(passed) >= many || whole {
			return passed[:min(many, len(passed))], whole && len(passed) <= many
		}
		if take > 2*many || len(passed)*minPassShare < seen {
			break
		}
		take = seen * many * 5 / 4 / len(passed)
	}
	passing := n.passing(ctx)
	found, _ = n.candidates(many, passing)
	return found, many >= len(passing)
}

// measure reads the vectors from the file and sorts by their cosines, if memory has only their signs.
func (n *nearest) measure(ctx context.Context, found []vectorindex.Match) []vectorindex.Match {
	if n.exact {
		return found
	}
	rows := all(ctx, n.q, getVectors, vectorFields, list(seqsOf(found)))
	there := make([]vectorindex.Match, len(rows))
	for i, row := range rows {
		there[i] = vectorindex.Match{Seq: row.seq, Cosine: graph.Vector(row.vector).Cosine(n.Vector)}
	}
	n.recordMissing(found, rows)
	slices.SortFunc(there, func(a, b vectorindex.Match) int { return cmp.Compare(b.Cosine, a.Cosine) })
	return there
}

// recordMissing records which of the wanted vectors the file no longer has. Vectors newer than the snapshot do not count.
func (n *nearest) recordMissing(wanted []vectorindex.Match, there []near) {
	if len(there) == len(wanted) {
		return
	}
	has := make(map[int64]bool, len(there))
	for _, row := range there {
		has[row.seq] = true
	}
	for _, w := range wanted {
		if !has[w.Seq] && w.Seq <= n.sequence && n.q.err == nil {
			n.missing = append(n.missing, w.Seq)
		}
	}
}

// clear removes the missed vectors from memory.
func (n *nearest) clear() {
	if len(n.missing) == 0 {
		return
	}
	slices.Sort(n.missing)
	n.held.mu.Lock()
	defer n.held.mu.Unlock()
	n.index.Remove(n.missing)
	n.missing = nil
}

// resolve reads the episodes of candidates until it has found as many as wanted. Of an episode the first candidate
// counts, which is the nearest.
func (n *nearest) resolve(ctx context.Context, candidates []vectorindex.Match) []graph.VectorMatch {
	var found []graph.VectorMatch
	seen := map[graph.ID]bool{}
	for len(candidates) > 0 && len(found) < n.Limit {
		some := candidates[:min(len(candidates), n.parts*(n.Limit-len(found)))]
		candidates = candidates[len(some):]
		rows := all(ctx, n.q, getNear, nearFields, list(seqsOf(some)))
		n.recordMissing(some, rows)
		episodes := make(map[int64]graph.VectorMatch, len(some))
		for _, row := range rows {
			episodes[row.seq] = row.VectorMatch
		}
		for _, c := range some {
			match, is := episodes[c.Seq]
			if !is || seen[match.EpisodeID] || len(found) == n.Limit {
				continue
			}
			seen[match.EpisodeID], match.Cosine = true, c.Cosine
			found = append(found, match)
		}
	}
	return found
}

// passing returns all vectors whose episodes pass the filter, in order.
func (n *nearest) passing(ctx context.Context) []int64 {
	f := n.Filter
	how, args := filterAllVectors, append([]any{n.models.workspace, n.models.use.key}, bounds(f)...)
	if len(f.Tags) > 0 {
		how, args = filterTagged, append(args, f.Tags[0], list(f.Tags[1:]))
	}
	seqs := append([]int64{}, n.q.keys(ctx, how, args...)...)
	slices.Sort(seqs)
	return seqs
}

func seqsOf(matches []vectorindex.Match) []int64 {
	seqs := make([]int64, len(matches))
	for i, m := range matches {
		seqs[i] = m.Seq
	}
	return seqs
}

// only returns the matches whose seq is listed.
func only(matches []vectorindex.Match, seqs []int64) []vectorindex.Match {
	passed := make(map[int64]bool, len(seqs))
	for _, seq := range seqs {
		passed[seq] = true
	}
	return slices.DeleteFunc(matches, func(m vectorindex.Match) bool { return !passed[m.Seq] })
}
