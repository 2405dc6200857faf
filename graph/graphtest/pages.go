package graphtest

import (
	"fmt"
	"math"
	"slices"

	"pgregory.net/rapid"

	"plotline/graph"
)

var pagesTopic = topic{"pages", []testCase{
	{"an empty workspace", pagesOfNothing},
	{"episodes whole, by number", episodePages},
	{"relationships of every type, by id", everyTypePaged},
	{"a page ends where it is told to", boundedPages},
	{"what a workspace holds", extents},
	{"another workspace is not in it", pagesApart},
}}

// lastID sorts after every other id.
const lastID graph.ID = "ffffffff-ffff-ffff-ffff-ffffffffffff"

// allEpisodes and allRelationships are pages that hold everything.
var (
	allEpisodes      = graph.Page[int64]{UpTo: math.MaxInt64, Limit: 1000}
	allRelationships = graph.Page[graph.ID]{UpTo: lastID, Limit: 1000}
)

func (w *world) episodePage(t tester, page graph.Page[int64]) []graph.NewEpisode {
	t.Helper()
	list, err := w.EpisodePage(t.Context(), w.ws, page)
	ok(t, err)
	notNil(t, "episodes", list)
	return list
}

func (w *world) relationshipPage(t tester, page graph.Page[graph.ID]) []graph.NumberedRelationship {
	t.Helper()
	list, err := w.RelationshipPage(t.Context(), w.ws, page)
	ok(t, err)
	notNil(t, "relationships", list)
	return list
}

func (w *world) extent(t tester) graph.Extent {
	t.Helper()
	e, err := w.Extent(t.Context(), w.ws)
	ok(t, err)
	return e
}

func pagesOfNothing(t tester, w *world) {
	same(t, "extent", w.extent(t), graph.Extent{})
	same(t, "episodes", len(w.episodePage(t, allEpisodes)), 0)
	same(t, "relationships", len(w.relationshipPage(t, allRelationships)), 0)
}

// episodePages creates episodes whose numbers and times differ in order, and reads two at a time.
func episodePages(t tester, w *world) {
	full := keyed("full", "key", 4)
	full.Reflection, full.Tags = "learned \x00 é", []string{"b", "a"}
	full.Metadata, full.Reward = object(`{"n":1.10,"b":{"a":null}}`), -0.1
	want := []graph.NewEpisode{numbered(10), full, numbered(1 << 40), numbered(4)}
	for i, e := range w.create(t, want...) {
		want[i].Episode = e
	}
	slices.SortFunc(want, func(a, b graph.NewEpisode) int { return int(a.ID - b.ID) })
	got := threePages(t, graph.Page[int64]{UpTo: math.MaxInt64, Limit: 2}, w.episodePage,
		func(e graph.NewEpisode) int64 { return e.ID })
	same(t, "episodes", got, want)
}

// everyTypePaged creates a relationship of each type. Their ids and times differ in order.
func everyTypePaged(t tester, w *world) {
	made := w.create(t, numbered(30), numbered(20))
	want := make([]graph.NumberedRelationship, 0, len(graph.Types()))
	for i, kind := range graph.Types() {
		r := relationship(made[0].EpisodeID, made[1].EpisodeID, kind, 0.25)
		r.ID, r.CreatedAt, r.Metadata = fixedID(5, 10-i), at(i), object(fmt.Sprintf(`{"n":%d.0}`, i))
		ok(t, second(w.AddRelationship(t.Context(), w.ws, r)))
		want = append(want, graph.NumberedRelationship{Relationship: r, FromNumber: 30, ToNumber: 20})
	}
	slices.Reverse(want)
	got := threePages(t, graph.Page[graph.ID]{UpTo: lastID, Limit: 4}, w.relationshipPage,
		func(r graph.NumberedRelationship) graph.ID { return r.ID })
	same(t, "relationships", got, want)
}

// threePages reads one page more than there are.
func threePages[K int64 | graph.ID, T any](
	t tester, page graph.Page[K], read func(tester, graph.Page[K]) []T, key func(T) K,
) (all []T) {
	for range 3 {
		part := read(t, page)
		all = append(all, part...)
		if len(part) > 0 {
			page.After = key(part[len(part)-1])
		}
	}
	return all
}

// boundedPages reads the middle of three.
func boundedPages(t tester, w *world) {
	made := w.create(t, numbered(5), numbered(6), numbered(7))
	list := w.episodePage(t, graph.Page[int64]{After: 5, UpTo: 6, Limit: 9})
	if len(list) != 1 || list[0].ID != 6 {
		t.Errorf("behind 5, up to 6: %v", list)
	}
	for i := range 3 {
		r := relationship(made[i].EpisodeID, made[(i+1)%3].EpisodeID, graph.RelatedTo, 1)
		r.ID = fixedID(5, i)
		ok(t, second(w.AddRelationship(t.Context(), w.ws, r)))
	}
	rels := w.relationshipPage(t, graph.Page[graph.ID]{After: fixedID(5, 0), UpTo: fixedID(5, 1), Limit: 9})
	if len(rels) != 1 || rels[0].ID != fixedID(5, 1) {
		t.Errorf("behind the first, up to the second: %v", rels)
	}
}

func extents(t tester, w *world) {
	made := w.create(t, numbered(5), numbered(9))
	low, high := relationship(made[0].EpisodeID, made[1].EpisodeID, graph.Refines, 1), relationship(made[1].EpisodeID, made[0].EpisodeID, graph.Causes, 1)
	low.ID, high.ID = fixedID(5, 1), fixedID(5, 2)
	ok(t, second(w.AddRelationships(t.Context(), w.ws, []graph.Relationship{high, low})))
	same(t, "extent", w.extent(t), graph.Extent{Episodes: 2, Relationships: 2, LastNumber: 9, LastRelationship: high.ID})
	_, err := w.DeleteEpisode(t.Context(), w.ws, made[0].EpisodeID)
	ok(t, err)
	got := w.extent(t)
	same(t, "held after a delete", []int{got.Episodes, got.Relationships}, []int{1, 0})
	same(t, "last after a delete", got.LastRelationship, graph.ID(""))
}

func pagesApart(t tester, w *world) {
	other := w.beside(t)
	own, _ := twin(t, w, "mine", 0.5), twin(t, other, "theirs", 0.25)
	episodes, rels := w.episodePage(t, allEpisodes), w.relationshipPage(t, allRelationships)
	same(t, "how many", []int{len(episodes), len(rels)}, []int{len(own.Episodes), len(own.Relationships)})
	for _, e := range episodes {
		same(t, "name", e.Name, "mine")
	}
	for _, r := range rels {
		same(t, "metadata", string(r.Metadata), `{"in":"mine"}`)
	}
	got := w.extent(t)
	same(t, "extent", []int{got.Episodes, got.Relationships}, []int{len(episodes), len(rels)})
}

// pages compares a page of episodes, a page of relationships and the extent.
func (m *machine) pages(r *rapid.T) {
	number := rapid.SampledFrom([]int64{0, 1, 3, 5, math.MaxInt64})
	m.episodePageBy(r, graph.Page[int64]{After: number.Draw(r, "after"), UpTo: number.Draw(r, "up to"), Limit: 1 + below(r, 4, "limit")})
	m.relationshipPageBy(r, graph.Page[graph.ID]{After: m.anyRelationship(r), UpTo: lastID, Limit: 1 + below(r, 4, "limit")})
	got, gotErr := m.store.Extent(m.ctx, m.ws)
	want, wantErr := m.model.Extent(m.ctx, m.ws)
	if m.agree(r, gotErr, wantErr) {
		same(r, "extent", got.LastNumber >= want.LastNumber, true) // gaps are allowed
		got.LastNumber = want.LastNumber
		same(r, "extent", got, want)
	}
}

func (m *machine) episodePageBy(r *rapid.T, page graph.Page[int64]) {
	got, gotErr := m.store.EpisodePage(m.ctx, m.ws, page)
	want, wantErr := m.model.EpisodePage(m.ctx, m.ws, page)
	if m.agree(r, gotErr, wantErr) {
		notNil(r, "episodes", got)
		same(r, fmt.Sprintf("episodes by %+v", page), got, want)
	}
}

func (m *machine) relationshipPageBy(r *rapid.T, page graph.Page[graph.ID]) {
	got, gotErr := m.store.RelationshipPage(m.ctx, m.ws, page)
	want, wantErr := m.model.RelationshipPage(m.ctx, m.ws, page)
	if m.agree(r, gotErr, wantErr) {
		notNil(r, "relationships", got)
		same(r, fmt.Sprintf("relationships by %+v", page), got, want)
	}
}
