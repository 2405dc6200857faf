package graph

import (
	"context"
	"time"

	"plotline/graph/ranking"
	"plotline/internal/answers"
	"plotline/internal/fault"
	"plotline/internal/turns"
)

// Share bounds the store calls of one workspace that run at once, and those of one credential, so that each leaves
// capacity to others. Further calls wait for those of their own workspace or credential. 0 is no bound.
type Share struct {
	Reads  int
	Writes int // except single creates and adds, which are committed in groups
}

// newShared bounds the store calls of each workspace and of each credential that run at once.
func newShared(store Store, share Share) *shared {
	s := &shared{Store: store}
	if share.Reads > 0 {
		s.reads = turns.PerPayer(share.Reads)
	}
	if share.Writes > 0 {
		s.writes = turns.PerPayer(share.Writes)
	}
	return s
}

// shared is a store with the bounds of a Share. Calls without a workspace, such as Status, never wait, nor do
// those that make vectors, or that only ask for changes.
type shared struct {
	Store

	reads, writes *turns.Turns // nil without a bound
	readable      readable
}

// waiting counts the calls that wait for their workspace or credential.
func (s *shared) waiting() (reads, writes int) {
	if s.reads != nil {
		reads = s.reads.Waiting()
	}
	if s.writes != nil {
		writes = s.writes.Waiting()
	}
	return reads, writes
}

// inTurn runs a call when its workspace and its credential are below the bound.
func inTurn[T any](ctx context.Context, t *turns.Turns, ws, what string, call func() (T, error)) (T, error) {
	if t == nil {
		return call()
	}
	leave, err := t.TakeFor(ctx, ws, what, fewer)
	if err != nil {
		var none T
		return none, err
	}
	defer leave()
	return call()
}

// These are the largest sizes of what a store returns, in bytes. Each text may have characters of four bytes.
const (
	small     = 0       // it needs no memory in advance
	unlimited = 4 << 20 // a guess for what has no limit; what it needs in the end is counted when it has been read
	whole     = 1 << 30 // all that a workspace may have

	nodeBytes    = 4*MaxName + 500
	edgeBytes    = 200
	stepBytes    = 400 // a relationship with its three ids, as a search holds it
	matchBytes   = 1000
	listedBytes  = MaxQuery + nodeBytes
	relatedBytes = 5 * nodeBytes // of at most five steps
	episodeBytes = MaxQuery + MaxReflection + MaxMetadata + 100*4*MaxTag + nodeBytes
	// shortMetadata is how many bytes of metadata a list of relationships has before memory is taken for it.
	shortMetadata = 128 << 10
)

// These bound the relationships that a read returns, or holds at once. Most reads need few, and no memory in advance. One
// that needs more begins again when there is memory for them.
const (
	fewRelationships  = 5_000
	mostRelationships = 500_000
)

// times returns the size of at most some items. 0 items are all there are.
func times(items, bytes int) int64 {
	if items == 0 || items > unlimited {
		return unlimited
	}
	return int64(items) * int64(bytes)
}

// shortBytes returns the size of an episode with at most some characters of its texts: see EpisodeStore.EpisodesByID.
func shortBytes(most int) int {
	if most == 0 {
		return episodeBytes
	}
	return min(episodeBytes, 2*4*most+nodeBytes)
}

// These texts are for errors: what a call waited for, and what to do.
const (
	readsOfWorkspace  = "reads of this workspace or token"
	writesOfWorkspace = "writes of this workspace or token"
	// Overviews and maps hold many episodes in memory.
	overviewsOfWorkspace = "overviews"
	mapsOfWorkspace      = "maps"
	wholeWorkspaces      = "topological orders of whole workspaces"

	fewer = "ask for fewer of them at once"
)

// reading runs a call whose result has at most some bytes, if the workspace admits reads. It takes memory for them first,
// because waiting for memory must not keep others from the store. It waits for its turn for half of the time that is left
// at most, so that a read that begins has time to end.
func reading[T any](ctx context.Context, s *shared, ws string, bytes int64, call func() (T, error)) (T, error) {
	if err := answers.Reserve(ctx, ws, bytes); err != nil {
		var none T
		return none, err
	}
	waiting := ctx
	if deadline, limited := ctx.Deadline(); limited {
		var stop context.CancelFunc
		waiting, stop = context.WithTimeout(ctx, time.Until(deadline)/2)
		defer stop()
	}
	return inTurn(waiting, s.reads, ws, readsOfWorkspace, func() (T, error) {
		admitted := s.readable.check(ctx, s.Store, ws)
		out, err := call()
		if refused := admitted(); refused != nil {
			return out, refused
		}
		return out, err
	})
}

func writing[T any](ctx context.Context, s *shared, ws string, call func() (T, error)) (T, error) {
	return inTurn(ctx, s.writes, ws, writesOfWorkspace, call)
}

// changing is writing for a call without a result.
func changing(ctx context.Context, s *shared, ws string, call func() error) error {
	_, err := writing(ctx, s, ws, func() (struct{}, error) { return struct{}{}, call() })
	return err
}

// widening runs a read of relationships that mostly are few. If they are not, it runs again with memory for most of them.
func widening[T any](ctx context.Context, s *shared, ws string, most int, bytes int64, call func(most int) (T, error)) (T, error) {
	out, err := reading(ctx, s, ws, small, func() (T, error) { return call(min(most, fewRelationships)) })
	if most <= fewRelationships || fault.CodeOf(err) != fault.TooLarge {
		return out, err
	}
	return reading(ctx, s, ws, bytes, func() (T, error) { return call(most) })
}

// counted is a list, and the number of all that match.
type counted[T any] struct {
	list  []T
	total int
}

// counting is reading for a call that returns a list and a number.
func counting[T any](ctx context.Context, s *shared, ws string, bytes int64, call func() ([]T, int, error)) ([]T, int, error) {
	out, err := reading(ctx, s, ws, bytes, func() (counted[T], error) {
		list, total, err := call()
		return counted[T]{list, total}, err
	})
	return out.list, out.total, err
}

// CreateEpisodes implements EpisodeStore.
func (s *shared) CreateEpisodes(ctx context.Context, ws string, batch Batch) (Created, error) {
	if len(batch.Episodes) == 1 && len(batch.Relationships) == 0 {
		return s.Store.CreateEpisodes(ctx, ws, batch)
	}
	return writing(ctx, s, ws, func() (Created, error) { return s.Store.CreateEpisodes(ctx, ws, batch) })
}

// Episode implements EpisodeStore.
func (s *shared) Episode(ctx context.Context, ws string, id ID) (ep Episode, rels EpisodeRelationships, err error) {
	ep, err = reading(ctx, s, ws, small, func() (ep Episode, err error) {
		ep, rels, err = s.Store.Episode(ctx, ws, id)
		return ep, err
	})
	return ep, rels, err
}

// EpisodesByID implements EpisodeStore.
func (s *shared) EpisodesByID(ctx context.Context, ws string, ids []ID, most int) ([]Episode, error) {
	return reading(ctx, s, ws, times(len(ids), shortBytes(most)), func() ([]Episode, error) { return s.Store.EpisodesByID(ctx, ws, ids, most) })
}

// EpisodeIDs implements EpisodeStore.
func (s *shared) EpisodeIDs(ctx context.Context, ws string, serials []int64) (map[int64]ID, error) {
	return reading(ctx, s, ws, small, func() (map[int64]ID, error) { return s.Store.EpisodeIDs(ctx, ws, serials) })
}

// ReplaceEpisode implements EpisodeStore.
func (s *shared) ReplaceEpisode(ctx context.Context, ws string, ep Episode, was Time) error {
	return changing(ctx, s, ws, func() error { return s.Store.ReplaceEpisode(ctx, ws, ep, was) })
}

// DeleteEpisode implements EpisodeStore.
func (s *shared) DeleteEpisode(ctx context.Context, ws string, id ID) (int, error) {
	return writing(ctx, s, ws, func() (int, error) { return s.Store.DeleteEpisode(ctx, ws, id) })
}

// ListEpisodes implements EpisodeStore.
func (s *shared) ListEpisodes(ctx context.Context, ws string, q ListQuery) ([]Episode, int, error) {
	return counting(ctx, s, ws, times(q.Limit, listedBytes), func() ([]Episode, int, error) { return s.Store.ListEpisodes(ctx, ws, q) })
}

// CountText implements TextStore.
func (s *shared) CountText(ctx context.Context, ws string, q CountQuery) (ranking.Statistics, error) {
	return reading(ctx, s, ws, small, func() (ranking.Statistics, error) { return s.Store.CountText(ctx, ws, q) })
}

// FindText implements TextStore. Of each text it keeps the terms of the clauses alone, so that only as many calls as use
// the store at once hold all terms of long texts.
func (s *shared) FindText(ctx context.Context, ws string, q TextQuery) (TextFound, error) {
	var terms []string
	for _, clause := range q.Clauses {
		terms = append(terms, clause.Tokens...)
	}
	bytes := times(q.Limit, matchBytes)
	if q.Unfiltered {
		bytes *= 2
	}
	return reading(ctx, s, ws, bytes, func() (TextFound, error) {
		found, err := s.Store.FindText(ctx, ws, q)
		for _, list := range [][]TextMatch{found.Matches, found.Unfiltered} {
			for i := range list {
				list[i].Vector = list[i].Vector.Only(terms)
			}
		}
		return found, err
	})
}

// AddRelationships implements RelationshipStore.
func (s *shared) AddRelationships(ctx context.Context, ws string, rels []Relationship) ([]Ends, error) {
	return writing(ctx, s, ws, func() ([]Ends, error) { return s.Store.AddRelationships(ctx, ws, rels) })
}

// UpdateRelationship implements RelationshipStore.
func (s *shared) UpdateRelationship(ctx context.Context, ws string, id ID, change RelationshipChange) (Relationship, error) {
	return writing(ctx, s, ws, func() (Relationship, error) { return s.Store.UpdateRelationship(ctx, ws, id, change) })
}

// RemoveRelationship implements RelationshipStore.
func (s *shared) RemoveRelationship(ctx context.Context, ws string, id ID) error {
	return changing(ctx, s, ws, func() error { return s.Store.RemoveRelationship(ctx, ws, id) })
}

// SwapRelationships implements RelationshipStore.
func (s *shared) SwapRelationships(ctx context.Context, ws string, ids []ID) (rels []Relationship, ends []Ends, err error) {
	err = changing(ctx, s, ws, func() error {
		var err error
		rels, ends, err = s.Store.SwapRelationships(ctx, ws, ids)
		return err
	})
	return rels, ends, err
}

// BackwardRelationships implements RelationshipStore.
func (s *shared) BackwardRelationships(ctx context.Context, ws string, limit int) (rels []Relationship, ends []Ends, err error) {
	rels, err = reading(ctx, s, ws, times(limit, 2*nodeBytes), func() ([]Relationship, error) {
		var found []Relationship
		var err error
		found, ends, err = s.Store.BackwardRelationships(ctx, ws, limit)
		return found, err
	})
	return rels, ends, err
}

// RelationshipsByID implements RelationshipStore.
func (s *shared) RelationshipsByID(ctx context.Context, ws string, ids []ID) ([]Relationship, error) {
	return reading(ctx, s, ws, times(len(ids), MaxMetadata), func() ([]Relationship, error) { return s.Store.RelationshipsByID(ctx, ws, ids) })
}

// Relationships implements RelationshipStore. Most lists are short. For a longer one, the store stops at shortMetadata, and
// reads it when there is memory for all of it.
func (s *shared) Relationships(ctx context.Context, ws string, q RelationshipQuery) ([]Relationship, int, error) {
	short := q
	if q.MaxBytes > shortMetadata {
		short.MaxBytes = shortMetadata
	}
	rels, total, err := counting(ctx, s, ws, small, func() ([]Relationship, int, error) { return s.Store.Relationships(ctx, ws, short) })
	if short == q || fault.CodeOf(err) != fault.TooLarge {
		return rels, total, err
	}
	return counting(ctx, s, ws, int64(q.MaxBytes), func() ([]Relationship, int, error) { return s.Store.Relationships(ctx, ws, q) })
}

// RelationshipsBetween implements RelationshipStore.
func (s *shared) RelationshipsBetween(ctx context.Context, ws string, from, to ID, t Type) ([]Relationship, error) {
	return reading(ctx, s, ws, small, func() ([]Relationship, error) { return s.Store.RelationshipsBetween(ctx, ws, from, to, t) })
}

// Related implements TraversalStore.
func (s *shared) Related(ctx context.Context, ws string, q RelatedQuery) ([]RelatedEpisode, int, error) {
	if q.Limit > 0 {
		if err := answers.Reserve(ctx, ws, times(q.Limit, relatedBytes)); err != nil {
			return nil, 0, err
		}
	}
	found, err := widening(ctx, s, ws, mostRelationships, whole, func(most int) (counted[RelatedEpisode], error) {
		q.Most = most
		list, total, err := s.Store.Related(ctx, ws, q)
		return counted[RelatedEpisode]{list, total}, err
	})
	return found.list, found.total, err
}

// Adjacent implements TraversalStore.
func (s *shared) Adjacent(ctx context.Context, ws string, ids []ID, types []Type, maxDegree, most int) ([]Relationship, error) {
	if all := len(ids) * maxDegree; most == 0 || all < most {
		most = all
	}
	return widening(ctx, s, ws, most, int64(most)*stepBytes, func(most int) ([]Relationship, error) {
		return s.Store.Adjacent(ctx, ws, ids, types, maxDegree, most)
	})
}

// Neighbourhood implements TraversalStore.
func (s *shared) Neighbourhood(ctx context.Context, ws string, q NeighbourhoodQuery) (Neighbourhood, error) {
	if q.Most == 0 {
		q.Most = mostRelationships
	}
	return widening(ctx, s, ws, q.Most, 2*int64(q.Most)*stepBytes, func(most int) (Neighbourhood, error) {
		q.Most = most
		return s.Store.Neighbourhood(ctx, ws, q)
	})
}

// Candidates implements TraversalStore. Few candidates have a later episode, so memory is taken for one of each.
func (s *shared) Candidates(ctx context.Context, ws string, q CandidateQuery) (Candidates, error) {
	bytes := times(len(q.IDs), shortBytes(q.Most)+shortBytes(q.MostLater)) + times(len(q.Names), nodeBytes)
	return reading(ctx, s, ws, bytes, func() (Candidates, error) { return s.Store.Candidates(ctx, ws, q) })
}

// FindCycle implements TraversalStore.
func (s *shared) FindCycle(ctx context.Context, ws string, from, to ID, t Type) (*CyclePath, error) {
	return reading(ctx, s, ws, small, func() (*CyclePath, error) { return s.Store.FindCycle(ctx, ws, from, to, t) })
}

// Subgraph implements TraversalStore.
func (s *shared) Subgraph(ctx context.Context, ws string, q SubgraphQuery) (Subgraph, error) {
	return reading(ctx, s, ws, times(q.MaxNodes, nodeBytes)+times(q.MaxEdges, edgeBytes), func() (Subgraph, error) { return s.Store.Subgraph(ctx, ws, q) })
}

// Projection implements TraversalStore.
func (s *shared) Projection(ctx context.Context, ws string, t Type, ids []ID) (Projection, error) {
	return reading(ctx, s, ws, unlimited, func() (Projection, error) { return s.Store.Projection(ctx, ws, t, ids) })
}

// OrderPage implements TraversalStore.
func (s *shared) OrderPage(ctx context.Context, ws string, q OrderQuery) (*OrderPage, error) {
	return reading(ctx, s, ws, times(q.Limit, nodeBytes), func() (*OrderPage, error) { return s.Store.OrderPage(ctx, ws, q) })
}

// Outline implements OutlineStore.
func (s *shared) Outline(ctx context.Context, ws string, q OutlineQuery) (Outline, error) {
	return widening(ctx, s, ws, mostRelationships, whole, func(most int) (Outline, error) {
		q.Most = most
		return s.Store.Outline(ctx, ws, q)
	})
}

// Tags implements OutlineStore.
func (s *shared) Tags(ctx context.Context, ws string) ([]string, error) {
	return reading(ctx, s, ws, times(MostNumbered, 4*MaxTag), func() ([]string, error) { return s.Store.Tags(ctx, ws) })
}

// Extent implements PageStore.
func (s *shared) Extent(ctx context.Context, ws string) (Extent, error) {
	return reading(ctx, s, ws, small, func() (Extent, error) { return s.Store.Extent(ctx, ws) })
}

// EpisodePage implements PageStore.
func (s *shared) EpisodePage(ctx context.Context, ws string, page Page[int64]) ([]NewEpisode, error) {
	return reading(ctx, s, ws, small, func() ([]NewEpisode, error) { return s.Store.EpisodePage(ctx, ws, page) })
}

// RelationshipPage implements PageStore.
func (s *shared) RelationshipPage(ctx context.Context, ws string, page Page[ID]) ([]NumberedRelationship, error) {
	return reading(ctx, s, ws, small, func() ([]NumberedRelationship, error) { return s.Store.RelationshipPage(ctx, ws, page) })
}

// FindNearest implements VectorStore.
func (s *shared) FindNearest(ctx context.Context, ws string, q VectorQuery) (Nearest, error) {
	return reading(ctx, s, ws, small, func() (Nearest, error) { return s.Store.FindNearest(ctx, ws, q) })
}
