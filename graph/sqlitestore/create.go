package sqlitestore

import (
	"context"
	"slices"

	"plotline/graph"
	"plotline/internal/fault"
)

// CreateEpisodes implements graph.Store.
func (s *Store) CreateEpisodes(ctx context.Context, ws string, batch graph.Batch) (graph.Created, error) {
	texts, err := s.analyse(ctx, ws, batch)
	if err != nil {
		return graph.Created{}, err
	}
	if isAlone(batch) && graph.MoveOf(ctx) == "" { // a group has the context of one of its callers
		return writeGrouped(ctx, s, ws, func(ctx context.Context, q *session) (graph.Created, error) {
			return q.create(ctx, ws, batch, texts)
		})
	}
	return writeList(ctx, s, ws, func(q *session) (graph.Created, error) { return q.create(ctx, ws, batch, texts) })
}

func isAlone(batch graph.Batch) bool {
	return len(batch.Episodes) == 1 && len(batch.Relationships) == 0
}

// create stores a batch. If an episode is alone in its batch, an error about it has no index.
func (q *session) create(ctx context.Context, ws string, batch graph.Batch, texts analysed) (graph.Created, error) {
	made := graph.Created{Episodes: []graph.Episode{}, Relationships: []graph.Relationship{}, Ends: []graph.Ends{}}
	c := newCreation(ctx, q, ws, batch)
	c.analysed = texts
	if len(batch.Episodes) > 0 && q.dryRun == nil {
		if err := q.ensureLanguages(ctx, ws, &c.home, batch.Languages); err != nil {
			return made, err
		}
	}
	for i, item := range batch.Episodes {
		if err := c.resolve(item); err != nil && isAlone(batch) {
			return made, err
		} else if err != nil {
			return made, err.At(i)
		}
	}
	if q.dryRun == nil {
		c.store(ctx)
		q.exec(ctx, countIn, c.workspace, c.serial, len(c.fresh))
		q.admit(ctx, ws)
	}
	for _, item := range c.items {
		made.Episodes = append(made.Episodes, item.Episode)
	}
	rels, ends, err := c.relate(ctx, batch.Relationships)
	if err == nil {
		made.Relationships, made.Ends = rels, ends
	}
	return made, err
}

// known is an episode that a batch may refer to: one that was stored before, or an earlier item.
type known struct {
	key           int64
	retry, digest string
	graph.Episode
}

// stored returns the id of an episode that was stored before the batch, or "".
func (k *known) stored() graph.ID {
	if k.key == 0 {
		return ""
	}
	return k.EpisodeID
}

func knownFields(k *known) []any {
	return append([]any{&k.key, &k.retry, &k.digest}, episodeFields(&k.Episode)...)
}

// creation is a batch in progress.
type creation struct {
	q         *session
	ws        string
	home      workspace
	workspace int64          // the workspace's key
	serial    int64          // the highest serial number given
	vectors   bool           // whether new texts get vectors
	analysed  analysed       // texts
	taken     map[int64]bool // requested serial numbers that are in use
	byID      map[graph.ID]*known
	byRetry   map[string]*known
	items     []item
	fresh     []*known // not stored yet
}

// item is the result for one episode of the batch.
type item struct {
	*known
	replayed bool
}

// newCreation reads everything needed to check the episodes of the batch.
func newCreation(ctx context.Context, q *session, ws string, batch graph.Batch) *creation {
	c := &creation{
		q: q, ws: ws, taken: map[int64]bool{},
		byID: map[graph.ID]*known{}, byRetry: map[string]*known{},
	}
	w, there := q.workspace(ctx, ws)
	if !there && q.dryRun != nil {
		return c
	}
	if !there {
		c.workspace = q.insert(ctx, insertWorkspace, ws)
		c.home.key = c.workspace
		return c
	}
	c.home = w
	c.workspace, c.serial, c.vectors = w.key, w.serial, w.vectors
	var ids []graph.ID
	var retries []string
	var serials []int64
	for _, e := range batch.Episodes {
		ids = append(ids, e.EpisodeID)
		if e.Key != "" {
			retries = append(retries, e.Key)
		}
		if e.ID > 0 {
			serials = append(serials, e.ID)
		}
	}
	for _, k := range all(ctx, q, findCreated, knownFields, c.workspace, list(ids), list(retries)) {
		c.remember(&k)
	}
	if len(serials) > 0 {
		for _, n := range all(ctx, q, findSerials, func(n *int64) []any { return []any{n} }, c.workspace, list(serials)) {
			c.taken[n] = true
		}
	}
	return c
}

// workspace holds the columns of a workspace that writers need.
type workspace struct {
	key, serial int64
	vectors     bool
	episodes    int
	indexing    graph.IndexingState
}

func (q *session) workspace(ctx context.Context, ws string) (workspace, bool) {
	return first(ctx, q, getWorkspace, func(w *workspace) []any {
		return append([]any{&w.key, &w.serial, &w.vectors, &w.episodes}, indexingFields(&w.indexing)...)
	}, ws)
}

func (c *creation) remember(k *known) {
	c.byID[k.EpisodeID] = k
	if k.retry != "" {
		c.byRetry[k.retry] = k
	}
}

// resolve replays an item, rejects it, or creates its episode.
func (c *creation) resolve(e graph.NewEpisode) *fault.Error {
	if old := c.byRetry[e.Key]; old != nil {
		if old.digest != e.Digest {
			return graph.KeyReused(e.Key, old.stored())
		}
		c.items = append(c.items, item{old, true})
		return nil
	}
	if old := c.byID[e.EpisodeID]; old != nil {
		if e.Key != "" || old.retry != "" || !old.Equal(e.Episode) {
			return graph.EpisodeExists(e.EpisodeID)
		}
		c.items = append(c.items, item{old, true})
		return nil
	}
	c.create(e)
	return nil
}

func (c *creation) create(e graph.NewEpisode) {
	e.ID = c.number(e.ID)
	e.Tags, e.Metadata = slices.Clone(e.Tags), slices.Clone(e.Metadata)
	k := &known{retry: e.Key, digest: e.Digest, Episode: e.Episode}
	c.fresh = append(c.fresh, k)
	c.remember(k)
	c.items = append(c.items, item{k, false})
}

// number returns the requested serial number if it is free, or else the next one.
func (c *creation) number(wanted int64) int64 {
	if wanted <= 0 || c.taken[wanted] {
		wanted = c.serial + 1
	}
	c.taken[wanted] = true
	c.serial = max(c.serial, wanted)
	return wanted
}
