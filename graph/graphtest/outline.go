package graphtest

import (
	"fmt"
	"slices"
	"strconv"

	"pgregory.net/rapid"

	"plotline/graph"
	"plotline/internal/input"
)

var outlineTopic = topic{"outline", []testCase{
	{"an empty workspace", outlineEmpty},
	{"the newest, and what is between them", outlineNewest},
	{"filters", outlineFiltered},
	{"details", outlineDetails},
	{"more tags than it has", outlineManyTags},
	{"another workspace", outlineForeign},
	{"all tags", outlineTags},
	{"random graphs, as the model sees them", outlineRandom},
}}

// outlined is an Outline in a comparable form, without indexes.
type outlined struct {
	Episodes []string
	Edges    []string
	Total    int
}

// outlineOf resolves the indexes of an outline. It sorts tags unless the outline has details.
func outlineOf(o graph.Outline, details bool) outlined {
	out := outlined{Total: o.Total}
	for _, e := range o.Episodes {
		tags := make([]string, len(e.Tags))
		for i, tag := range e.Tags {
			tags[i] = "out of range"
			if int(tag) < len(o.Tags) {
				tags[i] = o.Tags[tag]
			}
		}
		if !details {
			slices.Sort(tags)
		}
		out.Episodes = append(out.Episodes, fmt.Sprintf("#%d %s %q by %q at %d: reward %g, degree %d, tags %q",
			e.ID, e.EpisodeID, e.Name, e.Source, e.CreatedAt, e.Reward, e.Degree, tags))
	}
	number := func(place int32) int64 {
		if place < 0 || int(place) >= len(o.Episodes) {
			return -1
		}
		return o.Episodes[place].ID
	}
	for _, e := range o.Edges {
		out.Edges = append(out.Edges, fmt.Sprintf("#%d %s #%d, %g", number(e.From), e.Type, number(e.To), e.Strength))
	}
	slices.Sort(out.Edges)
	return out
}

func sameOutline(t rapid.TB, what string, got, want graph.Outline, details bool) {
	t.Helper()
	notNil(t, what+", episodes", got.Episodes)
	notNil(t, what+", edges", got.Edges)
	notNil(t, what+", tags", got.Tags)
	if seen := slices.Compact(slices.Sorted(slices.Values(got.Tags))); len(seen) != len(got.Tags) {
		t.Errorf("%s: tags repeat: %q", what, got.Tags)
	}
	same(t, what, outlineOf(got, details), outlineOf(want, details))
}

// outlines expects an outline of these episodes and relationships, by index, in this order.
func (g *net) outlines(t tester, q graph.OutlineQuery, total int, episodes, edges []int) graph.Outline {
	t.Helper()
	got, err := g.Outline(t.Context(), g.ws, q)
	ok(t, err)
	want := graph.Outline{Episodes: []graph.OutlineEpisode{}, Edges: []graph.OutlineEdge{}, Tags: []string{}, Total: total}
	for _, i := range episodes {
		e := g.made[g.episodes[i]]
		row := graph.OutlineEpisode{ID: e.ID, CreatedAt: e.CreatedAt, Reward: e.Reward}
		for _, edge := range g.edges {
			if edge.From == i || edge.To == i {
				row.Degree++
			}
		}
		if q.Details {
			row.EpisodeID, row.Name = e.EpisodeID, e.Name
		}
		want.Episodes = append(want.Episodes, row)
	}
	for _, i := range edges {
		e := g.edges[i]
		want.Edges = append(want.Edges, graph.OutlineEdge{
			From: int32(slices.Index(episodes, e.From)), To: int32(slices.Index(episodes, e.To)), //nolint:gosec // few
			Type: e.Type, Strength: e.Strength,
		})
	}
	sameOutline(t, fmt.Sprintf("outline by %+v", q), got, want, q.Details)
	return got
}

func outlineEmpty(t tester, w *world) {
	got, err := w.Outline(t.Context(), w.ws, graph.OutlineQuery{Details: true, Filter: graph.EpisodeFilter{Tags: []string{"a"}}})
	ok(t, err)
	sameOutline(t, "empty", got, graph.Outline{}, true)
}

func outlineNewest(t tester, w *world) {
	g := tree(t, w)
	all := []int{5, 4, 3, 2, 1, 0}
	g.outlines(t, graph.OutlineQuery{}, 6, all, []int{0, 1, 2, 3, 4})
	g.outlines(t, graph.OutlineQuery{Details: true, Limit: 6}, 6, all, []int{0, 1, 2, 3, 4})
	g.outlines(t, graph.OutlineQuery{Limit: 5}, 6, all[:5], []int{1, 2, 3, 4})
	g.outlines(t, graph.OutlineQuery{Details: true, Limit: 3}, 6, all[:3], nil)
	ties := w.create(t, episode("tie1", 3), episode("tie2", 3))
	got, err := w.Outline(t.Context(), w.ws, graph.OutlineQuery{Limit: 3})
	ok(t, err)
	same(t, "with ties", []int64{got.Episodes[2].ID, int64(got.Total)}, []int64{ties[1].ID, 8})
}

// outlineTags checks that tags come and go with their episodes.
func outlineTags(t tester, w *world) {
	all := func(what string, want ...string) {
		got, err := w.Tags(t.Context(), w.ws)
		ok(t, err)
		same(t, what, got, append([]string{}, want...))
	}
	all("an empty workspace")
	both, one, none := episode("both", 1), episode("one", 2), episode("none", 3)
	both.Tags, one.Tags = []string{"kind-10", "Zebra"}, []string{"kind-10", "kind-2", "été"}
	made := w.create(t, both, one, none)
	all("each once, by their bytes", "Zebra", "kind-10", "kind-2", "été")
	changed := made[0]
	changed.Tags = []string{"new"}
	ok(t, w.ReplaceEpisode(t.Context(), w.ws, changed, changed.UpdatedAt))
	all("after a change", "kind-10", "kind-2", "new", "été")
	_, err := w.DeleteEpisode(t.Context(), w.ws, made[1].EpisodeID)
	ok(t, err)
	all("after a deletion", "new")
	other, err := w.Tags(t.Context(), w.ws+"-other")
	ok(t, err)
	same(t, "another workspace", other, []string{})
}

func outlineFiltered(t tester, w *world) {
	g := tree(t, w)
	since, until := g.made[g.episodes[1]].CreatedAt, g.made[g.episodes[3]].CreatedAt
	between := graph.EpisodeFilter{Since: &since, Until: &until}
	g.outlines(t, graph.OutlineQuery{Filter: between}, 3, []int{3, 2, 1}, []int{1, 2})
	g.outlines(t, graph.OutlineQuery{Filter: between, Limit: 2, Details: true}, 3, []int{3, 2}, []int{2})
	bad, good, plain := episode("bad", 20), episode("good", 21), episode("plain", 22)
	bad.Reward, bad.Tags = -1, []string{"z", "a"}
	good.Reward, good.Tags = 1, []string{"a"}
	w.create(t, bad, good, plain)
	for what, c := range map[string]struct {
		filter graph.EpisodeFilter
		want   []string
	}{
		"a tag":          {graph.EpisodeFilter{Tags: []string{"a"}}, []string{"good", "bad"}},
		"all tags":       {graph.EpisodeFilter{Tags: []string{"a", "z"}}, []string{"bad"}},
		"highest reward": {graph.EpisodeFilter{MaxReward: new(-1.0)}, []string{"bad"}},
		"least reward":   {graph.EpisodeFilter{MinReward: new(1.0)}, []string{"good"}},
		"tag and reward": {graph.EpisodeFilter{Tags: []string{"a"}, MinReward: new(0.0)}, []string{"good"}},
		"nothing":        {graph.EpisodeFilter{Tags: []string{"A"}}, []string{}},
	} {
		for _, limit := range []int{0, 1} {
			got, err := w.Outline(t.Context(), w.ws, graph.OutlineQuery{Filter: c.filter, Limit: limit, Details: true})
			ok(t, err)
			names := []string{}
			for _, e := range got.Episodes {
				names = append(names, e.Name)
			}
			same(t, what+", total", got.Total, len(c.want))
			if limit > 0 {
				c.want = c.want[:min(limit, len(c.want))]
			}
			same(t, what, names, c.want)
		}
	}
}

func outlineDetails(t tester, w *world) {
	written := episode("written", 1)
	written.Tags, written.Metadata = []string{"b", "a"}, input.Object(`{"agent":"baker","author":"nobody"}`)
	imported := episode("imported", 2)
	imported.Tags, imported.Metadata = []string{"a"}, input.Object(`{"author":"Ada","n":{"agent":"inner"}}`)
	number := episode("number", 3)
	number.Metadata = input.Object(`{"agent":7}`)
	w.create(t, written, imported, number)
	model := newModel()
	fill(t.Context(), t, model, w.ws, []graph.NewEpisode{written, imported, number}, nil)
	for _, details := range []bool{true, false} {
		got, err := w.Outline(t.Context(), w.ws, graph.OutlineQuery{Details: details})
		ok(t, err)
		want, err := model.Outline(t.Context(), w.ws, graph.OutlineQuery{Details: details})
		ok(t, err)
		sameOutline(t, fmt.Sprintf("details %t", details), got, want, details)
		if sources := []string{got.Episodes[0].Source, got.Episodes[1].Source, got.Episodes[2].Source}; details {
			same(t, "sources", sources, []string{"", "Ada", "baker"})
		}
	}
}

func outlineForeign(t tester, w *world) {
	tree(t, w)
	other := w.beside(t)
	got, err := other.Outline(t.Context(), other.ws, graph.OutlineQuery{Details: true})
	ok(t, err)
	sameOutline(t, "foreign", got, graph.Outline{}, true)
}

// outlineRandom compares with the model.
func outlineRandom(t tester, w *world) {
	model := newModel()
	episodes, rels := plan(60, randomEdges(t, 60, 90, graph.Types(), 17))
	for i := range episodes {
		episodes[i].CreatedAt, episodes[i].Reward = at(i*7%10), float64(i%5)/2-1 // many ties
		episodes[i].Tags = []string{"t" + strconv.Itoa(i%3), "u" + strconv.Itoa(i%4)}[:i%3]
	}
	fill(t.Context(), t, w.Store, w.ws, episodes, rels)
	fill(t.Context(), t, model, w.ws, episodes, rels)
	early, late := at(2), at(7)
	for i, filter := range []graph.EpisodeFilter{
		{}, {Since: &early}, {Until: &late, MinReward: new(-0.5)}, {Tags: []string{"t1"}}, {Tags: []string{"t1", "u2"}, MaxReward: new(0.5)},
	} {
		for _, limit := range []int{0, 1, 7, 100} {
			q := graph.OutlineQuery{Filter: filter, Limit: limit, Details: i%2 == 0}
			want, err := model.Outline(t.Context(), w.ws, q)
			ok(t, err)
			got, err := w.Outline(t.Context(), w.ws, q)
			ok(t, err)
			sameOutline(t, fmt.Sprintf("outline by %+v", q), got, want, q.Details)
		}
	}
}

// outlineManyTags has more different tags than an outline: the most frequent one stays.
func outlineManyTags(t tester, w *world) {
	episodes := make([]graph.NewEpisode, graph.MostNumbered/100+1)
	for i := range episodes {
		episodes[i] = episode("e"+strconv.Itoa(i), i)
		for j := range 99 {
			episodes[i].Tags = append(episodes[i].Tags, fmt.Sprintf("a%d.%d", i, j))
		}
		episodes[i].Tags = append(episodes[i].Tags, "z")
	}
	w.create(t, episodes...)
	different := 99*len(episodes) + 1
	for _, q := range []graph.OutlineQuery{{}, {Details: true}, {Filter: graph.EpisodeFilter{Tags: []string{"z"}}}} {
		got, err := w.Outline(t.Context(), w.ws, q)
		ok(t, err)
		same(t, "tags", len(got.Tags), graph.MostNumbered)
		held, z := 0, int32(slices.Index(got.Tags, "z")) //nolint:gosec // few
		for _, e := range got.Episodes {
			held += len(e.Tags)
			if !slices.Contains(e.Tags, z) {
				t.Errorf("%+v: #%d lacks the most frequent tag", q, e.ID)
			}
		}
		same(t, "left out", 100*len(episodes)-held, different-graph.MostNumbered)
		if q.Details {
			same(t, "the number of what was left out", got.MoreTags, different-graph.MostNumbered)
			newest := got.Episodes[0]
			same(t, "the last tag of the newest", got.Tags[newest.Tags[len(newest.Tags)-1]], "z")
		}
	}
}
