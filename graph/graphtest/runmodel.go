package graphtest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"plotline/graph"
)

// RunModel applies random operations to the model and the store, and compares them after each step. It does
// not delete its data: the caller of open does. Arguments are drawn from small pools, so collisions,
// cycles, replays and deletes are frequent. The rapid flags -rapid.checks and -rapid.steps set the length
// of a run.
func RunModel(t *testing.T, open Open) {
	t.Helper()
	store := open(t)
	rapid.Check(t, func(r *rapid.T) {
		m := newMachine(t.Context(), r, store)
		m.begin(r)
		r.Repeat(m.actions())
		m.compareAll(r)
	})
}

// machine holds the model and the store.
type machine struct {
	ctx    context.Context //nolint:containedctx // lasts one check; actions are functions of rapid.T alone
	model  *model
	store  graph.Store
	spaces []string
	made   int // number of values drawn so far; keeps ids and names distinct
	wrote  bool
	marks  map[[2]string]string // the model's mark of changes, by workspace and the store's mark
	last   map[string]string    // the store's mark, by workspace
	ws     string               // of the last action
}

func newMachine(ctx context.Context, r *rapid.T, store graph.Store) *machine {
	m := &machine{ctx: ctx, model: newModel(), store: store, spaces: []string{Workspace(), Workspace()}, marks: map[[2]string]string{}, last: map[string]string{}}
	m.ws = m.spaces[0]
	for _, ws := range m.spaces {
		m.model.spaces[ws] = &space{given: map[int64]bool{}, gave: map[graph.ID]int64{}, took: map[graph.ID]bool{}}
	}
	r.Logf("workspaces %s", m.spaces)
	return m
}

// begin fills the first workspace, so that operations find data from the start.
func (m *machine) begin(r *rapid.T) {
	var batch graph.Batch
	for i := range 4 + below(r, 4, "at first") {
		e := graph.NewEpisode{Episode: graph.Episode{EpisodeID: poolID(i), CreatedAt: drawTime(r)}}
		e.UpdatedAt = e.CreatedAt
		m.content(r, &e.Episode)
		batch.Episodes = append(batch.Episodes, e)
		if i > 0 { // a chain, for paths of many hops
			batch.Relationships = append(batch.Relationships, graph.NewRelationship{
				Relationship: m.newRelationship(r), FromEnd: graph.End{Item: i - 1}, ToEnd: graph.End{Item: i},
			})
		}
	}
	m.createBatch(r, batch)
	if rapid.Bool().Draw(r, "with a model") {
		m.useModelBy(r, models[0], false)
	}
	if rapid.Bool().Draw(r, "with other languages to follow") {
		m.useLanguagesBy(r, german)
	}
}

// actions names every operation. Those that build or traverse the graph are listed several times, which
// makes them more frequent.
func (m *machine) actions() map[string]func(*rapid.T) {
	weights := map[string]int{"add": 4, "add list": 4, "related": 5, "search": 4, "use model": 2, "claim": 3, "put": 4, "nearest": 3, "reindex": 3, "use languages": 2}
	actions := map[string]func(*rapid.T){"": m.compareAfterWrite}
	for name, action := range map[string]func(*rapid.T){
		"create one": func(r *rapid.T) { m.create(r, 1) }, "create": func(r *rapid.T) { m.create(r, 4) },
		"replace": m.replace, "delete": m.deleteEpisode, "list": m.list, "search": m.search, "adjacent": m.adjacent, "candidates": m.candidates, "neighbourhood": m.neighbourhood, "episode": m.episode,
		"episodes by id": m.episodesByID, "episode ids": m.episodeIDs, "add": m.add, "add list": m.addList, "update": m.update, "remove": m.remove, "swap": m.swap, "backward": m.backward,
		"relationships": m.relationships, "relationships by id": m.relationshipsByID, "between": m.between,
		"related": m.related, "find cycle": m.findCycle, "subgraph": m.subgraph, "projection": m.projection, "order page": m.orderPage, "outline": m.outline,
		"pages": m.pages, "use model": m.useModel, "claim": m.claim, "put": m.put, "release": m.release,
		"nearest": m.nearest, "waiting": m.waiting,
		"languages": m.languages, "use languages": m.useLanguages, "reindex": m.reindex, "workspaces": m.workspaces, "delete workspace": m.deleteWorkspace, "residence": m.residence,
	} {
		for i := range max(1, weights[name]) {
			actions[fmt.Sprint(name, " ", i)] = func(r *rapid.T) {
				m.ws = m.spaces[max(0, below(r, 6, "workspace")-4)]
				action(r)
			}
		}
	}
	return actions
}

// here returns the model's workspace of the action.
func (m *machine) here() *space { return m.model.spaces[m.ws] }

// agree compares both errors and reports whether neither failed. The path of a cycle may differ if it is
// valid and as short as the model's.
func (m *machine) agree(r *rapid.T, got, want error) bool {
	r.Helper()
	g, w := verdictOf(got), verdictOf(want)
	gotPath, isPath := g.Extra["cycle_path"].([]graph.ID)
	wantPath, wantsPath := w.Extra["cycle_path"].([]graph.ID)
	if isPath && wantsPath && len(gotPath) == len(wantPath) && slices.Equal(gotPath[:2], wantPath[:2]) {
		g.Extra, w.Extra = maps.Clone(g.Extra), maps.Clone(w.Extra)
		delete(g.Extra, "cycle_path")
		delete(w.Extra, "cycle_path")
	}
	same(r, "error", g, w)
	return got == nil && want == nil
}

// compareAfterWrite compares every episode and relationship, because a failed write must leave nothing. One
// read is enough: everything written has a distinct name.
func (m *machine) compareAfterWrite(r *rapid.T) {
	m.changes(r)
	if m.wrote {
		m.wrote = false
		m.subgraphBy(r, graph.SubgraphQuery{MaxNodes: 500})
		m.embeddings(r)
		m.languages(r)
	}
}

// compareAll compares both workspaces completely.
func (m *machine) compareAll(r *rapid.T) {
	for _, ws := range m.spaces {
		m.ws = ws
		m.listBy(r, graph.ListQuery{Limit: 100})
		m.embeddings(r)
		episodes, relationships := make([]graph.ID, 0, pool), make([]graph.ID, 0, len(m.here().rels))
		for _, e := range m.here().episodes {
			episodes = append(episodes, e.EpisodeID)
		}
		for _, rel := range m.here().rels {
			relationships = append(relationships, rel.ID)
		}
		m.episodesBy(r, episodes)
		m.episodePageBy(r, allEpisodes)
		m.relationshipPageBy(r, allRelationships)
		m.relationshipsByIDs(r, relationships)
	}
}
