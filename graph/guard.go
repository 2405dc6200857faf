package graph

import (
	"cmp"
	"context"
	"time"

	"plotline/graph/analysis"
	"plotline/graph/ranking"
	"plotline/internal/fault"
	"plotline/internal/sharing"
)

// Observe receives the name of each finished store call, its outcome ("ok" or the error code) and its
// duration.
type Observe func(call, outcome string, took time.Duration)

// Observed returns a store that reports its calls to tell, which may be nil. It marks errors as failures of
// the database: see fault.Database. NewService does this with every store.
func Observed(store Store, tell Observe) Store { return observed(store, tell) }

func observed(store Store, tell Observe) *guard {
	return &guard{Store: store, tell: tell, written: func() {}}
}

// Share bounds the store calls of one workspace that run at once, and those of one credential, so that each leaves
// capacity to others. Further calls wait for those of their own workspace or credential. 0 is no bound.
type Share struct {
	Reads  int
	Writes int // except single creates and adds, which are committed in groups
}

// guard is a store that reports its calls. That of a Service also bounds them, takes memory for what they read, and reads only
// workspaces that live here. Calls without a workspace, such as Status, never wait, nor do those that make vectors or
// indexes, or that only ask for changes.
type guard struct {
	Store

	tell          Observe            // nil if nobody is told
	admits        *readable          // nil outside a Service, where only reports are made
	reads, writes *sharing.Pool      // nil without a bound
	languages     analysis.Languages // of the first episode of a workspace
	written       func()             // called after an episode is new or changed
}

// guarded returns the guard of a Service.
func guarded(store Store) *guard {
	var tell Observe
	if g, is := store.(*guard); is {
		store, tell = g.Store, g.tell
	}
	g := observed(store, tell)
	g.admits = &readable{}
	return g
}

// limit bounds the calls of each workspace and of each credential that run at once.
func (g *guard) limit(share Share) {
	if share.Reads > 0 {
		g.reads = sharing.PerPayer(share.Reads)
	}
	if share.Writes > 0 {
		g.writes = sharing.PerPayer(share.Writes)
	}
}

// waiting counts the calls that wait for their workspace or credential.
func (g *guard) waiting() (reads, writes int) {
	if g.reads != nil {
		reads = g.reads.Waiting()
	}
	if g.writes != nil {
		writes = g.writes.Waiting()
	}
	return reads, writes
}

// ended reports a call that has returned, and marks its error.
func (g *guard) ended(call string, start time.Time, err *error) {
	outcome := "ok"
	if *err != nil {
		failed := fault.Database(*err)
		outcome, *err = string(failed.Code), failed
	}
	if g.tell != nil {
		g.tell(call, outcome, time.Since(start))
	}
}

// read runs a call whose result has at most some bytes, if the workspace admits reads. It takes memory for them first,
// because waiting for memory must not keep others from the store. It waits for its turn for half of the time that is left
// at most, so that a read that begins has time to end.
func (g *guard) read(ctx context.Context, ws, name string, bytes int64, call func() error) error {
	if g.admits == nil {
		return g.run(name, call)
	}
	if err := sharing.Reserve(ctx, ws, bytes); err != nil {
		return err
	}
	waiting := ctx
	if deadline, limited := ctx.Deadline(); limited {
		var stop context.CancelFunc
		waiting, stop = context.WithTimeout(ctx, time.Until(deadline)/2)
		defer stop()
	}
	return inTurn(waiting, g.reads, ws, readsOfWorkspace, func() error {
		admitted := g.admits.check(ctx, g, ws)
		err := g.run(name, call)
		return cmp.Or(admitted(), err)
	})
}

func (g *guard) write(ctx context.Context, ws, name string, call func() error) error {
	return inTurn(ctx, g.writes, ws, writesOfWorkspace, func() error { return g.run(name, call) })
}

// widen runs a read of relationships that mostly are few. If they are not, it runs again with memory for most of them.
func (g *guard) widen(ctx context.Context, ws, name string, most int, bytes int64, call func(most int) error) error {
	err := g.read(ctx, ws, name, small, func() error { return call(min(most, fewRelationships)) })
	if most <= fewRelationships || fault.CodeOf(err) != fault.TooLarge {
		return err
	}
	return g.read(ctx, ws, name, bytes, func() error { return call(most) })
}

func (g *guard) run(name string, call func() error) (err error) {
	defer g.ended(name, time.Now(), &err)
	return call()
}

// inTurn runs a call when its workspace and its credential are below the bound.
func inTurn(ctx context.Context, pool *sharing.Pool, ws, what string, call func() error) error {
	if pool == nil {
		return call()
	}
	leave, err := pool.EnterFor(ctx, ws, what, fewer)
	if err != nil {
		return err
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

// Status implements Store.
func (g *guard) Status(ctx context.Context) (_ Status, err error) {
	defer g.ended("status", time.Now(), &err)
	return g.Store.Status(ctx)
}

// CreateEpisodes implements EpisodeStore. A single episode waits for no other: it is committed in a group.
func (g *guard) CreateEpisodes(ctx context.Context, ws string, batch Batch) (made Created, err error) {
	if !g.languages.None() {
		batch.Languages = g.languages
	}
	create := func() (err error) {
		made, err = g.Store.CreateEpisodes(ctx, ws, batch)
		return err
	}
	if len(batch.Episodes) == 1 && len(batch.Relationships) == 0 {
		err = g.run("create_episodes", create)
	} else {
		err = g.write(ctx, ws, "create_episodes", create)
	}
	if err == nil {
		g.written()
	}
	return made, err
}

// Episode implements EpisodeStore.
func (g *guard) Episode(ctx context.Context, ws string, id ID) (ep Episode, rels EpisodeRelationships, err error) {
	err = g.read(ctx, ws, "episode", small, func() (err error) {
		ep, rels, err = g.Store.Episode(ctx, ws, id)
		return err
	})
	return ep, rels, err
}

// EpisodesByID implements EpisodeStore.
func (g *guard) EpisodesByID(ctx context.Context, ws string, ids []ID, most int) (episodes []Episode, err error) {
	err = g.read(ctx, ws, "episodes_by_id", times(len(ids), shortBytes(most)), func() (err error) {
		episodes, err = g.Store.EpisodesByID(ctx, ws, ids, most)
		return err
	})
	return episodes, err
}

// EpisodeIDs implements EpisodeStore.
func (g *guard) EpisodeIDs(ctx context.Context, ws string, serials []int64) (ids map[int64]ID, err error) {
	err = g.read(ctx, ws, "episode_ids", small, func() (err error) {
		ids, err = g.Store.EpisodeIDs(ctx, ws, serials)
		return err
	})
	return ids, err
}

// ReplaceEpisode implements EpisodeStore.
func (g *guard) ReplaceEpisode(ctx context.Context, ws string, ep Episode, was Time) error {
	err := g.write(ctx, ws, "replace_episode", func() error { return g.Store.ReplaceEpisode(ctx, ws, ep, was) })
	if err == nil {
		g.written()
	}
	return err
}

// DeleteEpisode implements EpisodeStore.
func (g *guard) DeleteEpisode(ctx context.Context, ws string, id ID) (removed int, err error) {
	err = g.write(ctx, ws, "delete_episode", func() (err error) {
		removed, err = g.Store.DeleteEpisode(ctx, ws, id)
		return err
	})
	return removed, err
}

// ListEpisodes implements EpisodeStore.
func (g *guard) ListEpisodes(ctx context.Context, ws string, q ListQuery) (page []Episode, total int, err error) {
	err = g.read(ctx, ws, "list_episodes", times(q.Limit, listedBytes), func() (err error) {
		page, total, err = g.Store.ListEpisodes(ctx, ws, q)
		return err
	})
	return page, total, err
}

// CountText implements TextStore.
func (g *guard) CountText(ctx context.Context, ws string, q CountQuery) (counts ranking.Statistics, err error) {
	err = g.read(ctx, ws, "count_text", small, func() (err error) {
		counts, err = g.Store.CountText(ctx, ws, q)
		return err
	})
	return counts, err
}

// FindText implements TextStore. Of each text it keeps the terms of the clauses alone, so that only as many calls as use
// the store at once hold all terms of long texts.
func (g *guard) FindText(ctx context.Context, ws string, q TextQuery) (found TextFound, err error) {
	var terms []string
	for _, clause := range q.Clauses {
		terms = append(terms, clause.Tokens...)
	}
	bytes := times(q.Limit, matchBytes)
	if q.Unfiltered {
		bytes *= 2
	}
	err = g.read(ctx, ws, "find_text", bytes, func() (err error) {
		found, err = g.Store.FindText(ctx, ws, q)
		for _, list := range [][]TextMatch{found.Matches, found.Unfiltered} {
			for i := range list {
				list[i].Vector = list[i].Vector.Only(terms)
			}
		}
		return err
	})
	return found, err
}

// AddRelationship implements RelationshipStore.
func (g *guard) AddRelationship(ctx context.Context, ws string, rel Relationship) (_ Ends, err error) {
	defer g.ended("add_relationship", time.Now(), &err)
	return g.Store.AddRelationship(ctx, ws, rel)
}

// AddRelationships implements RelationshipStore.
func (g *guard) AddRelationships(ctx context.Context, ws string, rels []Relationship) (ends []Ends, err error) {
	err = g.write(ctx, ws, "add_relationships", func() (err error) {
		ends, err = g.Store.AddRelationships(ctx, ws, rels)
		return err
	})
	return ends, err
}

// UpdateRelationship implements RelationshipStore.
func (g *guard) UpdateRelationship(ctx context.Context, ws string, id ID, change RelationshipChange) (rel Relationship, err error) {
	err = g.write(ctx, ws, "update_relationship", func() (err error) {
		rel, err = g.Store.UpdateRelationship(ctx, ws, id, change)
		return err
	})
	return rel, err
}

// RemoveRelationship implements RelationshipStore.
func (g *guard) RemoveRelationship(ctx context.Context, ws string, id ID) (err error) {
	return g.write(ctx, ws, "remove_relationship", func() error { return g.Store.RemoveRelationship(ctx, ws, id) })
}

// SwapRelationships implements RelationshipStore.
func (g *guard) SwapRelationships(ctx context.Context, ws string, ids []ID) (rels []Relationship, ends []Ends, err error) {
	err = g.write(ctx, ws, "swap_relationships", func() (err error) {
		rels, ends, err = g.Store.SwapRelationships(ctx, ws, ids)
		return err
	})
	return rels, ends, err
}

// BackwardRelationships implements RelationshipStore.
func (g *guard) BackwardRelationships(ctx context.Context, ws string, limit int) (rels []Relationship, ends []Ends, err error) {
	err = g.read(ctx, ws, "backward_relationships", times(limit, 2*nodeBytes), func() (err error) {
		rels, ends, err = g.Store.BackwardRelationships(ctx, ws, limit)
		return err
	})
	return rels, ends, err
}

// RelationshipsByID implements RelationshipStore.
func (g *guard) RelationshipsByID(ctx context.Context, ws string, ids []ID) (rels []Relationship, err error) {
	err = g.read(ctx, ws, "relationships_by_id", times(len(ids), MaxMetadata), func() (err error) {
		rels, err = g.Store.RelationshipsByID(ctx, ws, ids)
		return err
	})
	return rels, err
}

// Relationships implements RelationshipStore. Most lists are short. For a longer one, the store stops at shortMetadata, and
// reads it when there is memory for all of it.
func (g *guard) Relationships(ctx context.Context, ws string, q RelationshipQuery) (rels []Relationship, total int, err error) {
	list := func(q RelationshipQuery, bytes int64) error {
		return g.read(ctx, ws, "relationships", bytes, func() (err error) {
			rels, total, err = g.Store.Relationships(ctx, ws, q)
			return err
		})
	}
	short := q
	if q.MaxBytes > shortMetadata {
		short.MaxBytes = shortMetadata
	}
	err = list(short, small)
	if short != q && fault.CodeOf(err) == fault.TooLarge {
		err = list(q, int64(q.MaxBytes))
	}
	return rels, total, err
}

// RelationshipsBetween implements RelationshipStore.
func (g *guard) RelationshipsBetween(ctx context.Context, ws string, from, to ID, t Type) (rels []Relationship, err error) {
	err = g.read(ctx, ws, "relationships_between", small, func() (err error) {
		rels, err = g.Store.RelationshipsBetween(ctx, ws, from, to, t)
		return err
	})
	return rels, err
}

// Related implements TraversalStore.
func (g *guard) Related(ctx context.Context, ws string, q RelatedQuery) (found []RelatedEpisode, total int, err error) {
	if q.Limit > 0 && g.admits != nil {
		if err := sharing.Reserve(ctx, ws, times(q.Limit, relatedBytes)); err != nil {
			return nil, 0, err
		}
	}
	err = g.widen(ctx, ws, "related", cmp.Or(q.Most, mostRelationships), whole, func(most int) (err error) {
		q.Most = most
		found, total, err = g.Store.Related(ctx, ws, q)
		return err
	})
	return found, total, err
}

// Adjacent implements TraversalStore.
func (g *guard) Adjacent(ctx context.Context, ws string, ids []ID, types []Type, maxDegree, most int) (rels []Relationship, err error) {
	if all := len(ids) * maxDegree; most == 0 || all < most {
		most = all
	}
	err = g.widen(ctx, ws, "adjacent", most, int64(most)*stepBytes, func(most int) (err error) {
		rels, err = g.Store.Adjacent(ctx, ws, ids, types, maxDegree, most)
		return err
	})
	return rels, err
}

// Neighbourhood implements TraversalStore.
func (g *guard) Neighbourhood(ctx context.Context, ws string, q NeighbourhoodQuery) (found Neighbourhood, err error) {
	q.Most = cmp.Or(q.Most, mostRelationships)
	err = g.widen(ctx, ws, "neighbourhood", q.Most, 2*int64(q.Most)*stepBytes, func(most int) (err error) {
		q.Most = most
		found, err = g.Store.Neighbourhood(ctx, ws, q)
		return err
	})
	return found, err
}

// Candidates implements TraversalStore. Few candidates have a later episode, so memory is taken for one of each.
func (g *guard) Candidates(ctx context.Context, ws string, q CandidateQuery) (found Candidates, err error) {
	bytes := times(len(q.IDs), shortBytes(q.Most)+shortBytes(q.MostLater)) + times(len(q.Names), nodeBytes)
	err = g.read(ctx, ws, "candidates", bytes, func() (err error) {
		found, err = g.Store.Candidates(ctx, ws, q)
		return err
	})
	return found, err
}

// FindCycle implements TraversalStore.
func (g *guard) FindCycle(ctx context.Context, ws string, from, to ID, t Type) (path *CyclePath, err error) {
	err = g.read(ctx, ws, "find_cycle", small, func() (err error) {
		path, err = g.Store.FindCycle(ctx, ws, from, to, t)
		return err
	})
	return path, err
}

// Subgraph implements TraversalStore.
func (g *guard) Subgraph(ctx context.Context, ws string, q SubgraphQuery) (part Subgraph, err error) {
	err = g.read(ctx, ws, "subgraph", times(q.MaxNodes, nodeBytes)+times(q.MaxEdges, edgeBytes), func() (err error) {
		part, err = g.Store.Subgraph(ctx, ws, q)
		return err
	})
	return part, err
}

// Projection implements TraversalStore.
func (g *guard) Projection(ctx context.Context, ws string, t Type, ids []ID) (part Projection, err error) {
	err = g.read(ctx, ws, "projection", unlimited, func() (err error) {
		part, err = g.Store.Projection(ctx, ws, t, ids)
		return err
	})
	return part, err
}

// OrderPage implements TraversalStore.
func (g *guard) OrderPage(ctx context.Context, ws string, q OrderQuery) (page *OrderPage, err error) {
	err = g.read(ctx, ws, "order_page", times(q.Limit, nodeBytes), func() (err error) {
		page, err = g.Store.OrderPage(ctx, ws, q)
		return err
	})
	return page, err
}

// Outline implements OutlineStore.
func (g *guard) Outline(ctx context.Context, ws string, q OutlineQuery) (outline Outline, err error) {
	err = g.widen(ctx, ws, "outline", cmp.Or(q.Most, mostRelationships), whole, func(most int) (err error) {
		q.Most = most
		outline, err = g.Store.Outline(ctx, ws, q)
		return err
	})
	return outline, err
}

// Tags implements OutlineStore.
func (g *guard) Tags(ctx context.Context, ws string) (tags []string, err error) {
	err = g.read(ctx, ws, "tags", times(MostNumbered, 4*MaxTag), func() (err error) {
		tags, err = g.Store.Tags(ctx, ws)
		return err
	})
	return tags, err
}

// Extent implements PageStore.
func (g *guard) Extent(ctx context.Context, ws string) (extent Extent, err error) {
	err = g.read(ctx, ws, "extent", small, func() (err error) {
		extent, err = g.Store.Extent(ctx, ws)
		return err
	})
	return extent, err
}

// EpisodePage implements PageStore.
func (g *guard) EpisodePage(ctx context.Context, ws string, page Page[int64]) (episodes []NewEpisode, err error) {
	err = g.read(ctx, ws, "episode_page", small, func() (err error) {
		episodes, err = g.Store.EpisodePage(ctx, ws, page)
		return err
	})
	return episodes, err
}

// RelationshipPage implements PageStore.
func (g *guard) RelationshipPage(ctx context.Context, ws string, page Page[ID]) (rels []NumberedRelationship, err error) {
	err = g.read(ctx, ws, "relationship_page", small, func() (err error) {
		rels, err = g.Store.RelationshipPage(ctx, ws, page)
		return err
	})
	return rels, err
}

// FindNearest implements VectorStore.
func (g *guard) FindNearest(ctx context.Context, ws string, q VectorQuery) (found Nearest, err error) {
	err = g.read(ctx, ws, "find_nearest", small, func() (err error) {
		found, err = g.Store.FindNearest(ctx, ws, q)
		return err
	})
	return found, err
}

// Changes implements ChangeStore.
func (g *guard) Changes(ctx context.Context, ws string) (_ string, err error) {
	defer g.ended("changes", time.Now(), &err)
	return g.Store.Changes(ctx, ws)
}

// OrderState implements OrderStore.
func (g *guard) OrderState(ctx context.Context, ws string, t Type) (_ OrderState, err error) {
	defer g.ended("order_state", time.Now(), &err)
	return g.Store.OrderState(ctx, ws, t)
}

// SettleOrder implements OrderStore.
func (g *guard) SettleOrder(ctx context.Context, ws string, t Type) (_ OrderState, err error) {
	defer g.ended("settle_order", time.Now(), &err)
	return g.Store.SettleOrder(ctx, ws, t)
}

// Embeddings implements VectorStore.
func (g *guard) Embeddings(ctx context.Context, ws string) (_ Embeddings, err error) {
	defer g.ended("embeddings", time.Now(), &err)
	return g.Store.Embeddings(ctx, ws)
}

// UseModel implements VectorStore.
func (g *guard) UseModel(ctx context.Context, ws, model string, replace bool) (_ Embeddings, err error) {
	defer g.ended("use_model", time.Now(), &err)
	return g.Store.UseModel(ctx, ws, model, replace)
}

// WaitingWorkspaces implements VectorStore.
func (g *guard) WaitingWorkspaces(ctx context.Context, model string, limit int) (_ []string, err error) {
	defer g.ended("waiting_workspaces", time.Now(), &err)
	return g.Store.WaitingWorkspaces(ctx, model, limit)
}

// ClaimTexts implements VectorStore.
func (g *guard) ClaimTexts(ctx context.Context, ws string, claim Claim) (_ []Episode, err error) {
	defer g.ended("claim_texts", time.Now(), &err)
	return g.Store.ClaimTexts(ctx, ws, claim)
}

// PutVectors implements VectorStore.
func (g *guard) PutVectors(ctx context.Context, ws, token string, vectors []EpisodeVector) (_ int, err error) {
	defer g.ended("put_vectors", time.Now(), &err)
	return g.Store.PutVectors(ctx, ws, token, vectors)
}

// ReleaseTexts implements VectorStore.
func (g *guard) ReleaseTexts(ctx context.Context, ws, token string) (err error) {
	defer g.ended("release_texts", time.Now(), &err)
	return g.Store.ReleaseTexts(ctx, ws, token)
}

// Languages implements LanguageStore.
func (g *guard) Languages(ctx context.Context, ws string) (_ Indexing, err error) {
	defer g.ended("languages", time.Now(), &err)
	return g.Store.Languages(ctx, ws)
}

// UseLanguages implements LanguageStore.
func (g *guard) UseLanguages(ctx context.Context, ws string, languages analysis.Languages) (_ Indexing, err error) {
	defer g.ended("use_languages", time.Now(), &err)
	return g.Store.UseLanguages(ctx, ws, languages)
}

// ReindexTexts implements LanguageStore.
func (g *guard) ReindexTexts(ctx context.Context, ws string, limit int) (_ Indexing, err error) {
	defer g.ended("reindex_texts", time.Now(), &err)
	return g.Store.ReindexTexts(ctx, ws, limit)
}

// Workspaces implements LanguageStore.
func (g *guard) Workspaces(ctx context.Context, after string, limit int) (_ []string, err error) {
	defer g.ended("workspaces", time.Now(), &err)
	return g.Store.Workspaces(ctx, after, limit)
}

// Residence implements MoveStore.
func (g *guard) Residence(ctx context.Context, ws string) (_ Residence, err error) {
	defer g.ended("residence", time.Now(), &err)
	return g.Store.Residence(ctx, ws)
}

// SetResidence implements MoveStore.
func (g *guard) SetResidence(ctx context.Context, ws string, was, now Residence) (err error) {
	defer g.ended("set_residence", time.Now(), &err)
	return g.Store.SetResidence(ctx, ws, was, now)
}

// Numbers implements MoveStore.
func (g *guard) Numbers(ctx context.Context, ws string) (_ Numbers, err error) {
	defer g.ended("numbers", time.Now(), &err)
	return g.Store.Numbers(ctx, ws)
}

// DeleteWorkspace implements DeletionStore.
func (g *guard) DeleteWorkspace(ctx context.Context, ws string, q DeletionQuery) (_ Deleted, err error) {
	defer g.ended("delete_workspace", time.Now(), &err)
	return g.Store.DeleteWorkspace(ctx, ws, q)
}
