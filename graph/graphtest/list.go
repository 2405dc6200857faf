package graphtest

import (
	"fmt"
	"math"

	"plotline/graph"
)

var listTopic = topic{"list", []testCase{
	{"an empty workspace", listNothing},
	{"newest first, ties by number", listOrder},
	{"filters", listFilters},
	{"pages cover all and never overlap", listPages},
	{"pages after a place", listAfter},
	{"a page is a picture of now", listFollowsChanges},
}}

func listNothing(t tester, w *world) {
	for _, offset := range []int{0, 7} {
		got, total, err := w.ListEpisodes(t.Context(), w.ws, graph.ListQuery{Limit: 10, Offset: offset})
		ok(t, err)
		notNil(t, "list", got)
		same(t, "list and total", len(got)+total, 0)
	}
}

func listOrder(t tester, w *world) {
	made := w.create(t, episode("old", -5), episode("tie1", 3), episode("new", 9), episode("tie2", 3), episode("tie3", 3))
	got, total, err := w.ListEpisodes(t.Context(), w.ws, graph.ListQuery{Limit: 10})
	ok(t, err)
	same(t, "total", total, 5)
	sameEpisodes(t, "list", got, []graph.Episode{made[2], made[4], made[3], made[1], made[0]})
}

// shelf creates episodes s0 to s5, with rewards and tags for the filters.
func shelf(t tester, w *world) {
	t.Helper()
	rewards := []float64{-1, -0.5, 0, 0.1, 0.5, 1}
	tags := [][]string{nil, {"a"}, {"b", "a"}, {"ab"}, {"A"}, {"a", "b", "c", "é"}}
	batch := make([]graph.NewEpisode, 0, len(rewards))
	for i, reward := range rewards {
		ep := episode(fmt.Sprintf("s%d", i), i)
		ep.Reward, ep.Tags = reward, tags[i]
		batch = append(batch, ep)
	}
	w.create(t, batch...)
}

func listFilters(t tester, w *world) {
	shelf(t, w)
	for name, c := range map[string]struct {
		filter graph.EpisodeFilter
		want   []string
	}{
		"no filter":            {graph.EpisodeFilter{}, []string{"s5", "s4", "s3", "s2", "s1", "s0"}},
		"since, inclusive":     {graph.EpisodeFilter{Since: new(at(4))}, []string{"s5", "s4"}},
		"just after":           {graph.EpisodeFilter{Since: new(at(4) + 1)}, []string{"s5"}},
		"until, inclusive":     {graph.EpisodeFilter{Until: new(at(1))}, []string{"s1", "s0"}},
		"just before":          {graph.EpisodeFilter{Until: new(at(1) - 1)}, []string{"s0"}},
		"one instant":          {graph.EpisodeFilter{Since: new(at(2)), Until: new(at(2))}, []string{"s2"}},
		"since after until":    {graph.EpisodeFilter{Since: new(at(3)), Until: new(at(2))}, []string{}},
		"the epoch is a time":  {graph.EpisodeFilter{Until: new(graph.Time(0))}, []string{}},
		"min reward inclusive": {graph.EpisodeFilter{MinReward: new(0.1)}, []string{"s5", "s4", "s3"}},
		"max reward inclusive": {graph.EpisodeFilter{MaxReward: new(-0.5)}, []string{"s1", "s0"}},
		"zero is a reward":     {graph.EpisodeFilter{MinReward: new(0.0), MaxReward: new(0.0)}, []string{"s2"}},
		"min over max":         {graph.EpisodeFilter{MinReward: new(0.5), MaxReward: new(0.1)}, []string{}},
		"one tag":              {graph.EpisodeFilter{Tags: []string{"a"}}, []string{"s5", "s2", "s1"}},
		"all tags":             {graph.EpisodeFilter{Tags: []string{"a", "b"}}, []string{"s5", "s2"}},
		"tags in any order":    {graph.EpisodeFilter{Tags: []string{"c", "a"}}, []string{"s5"}},
		"upper case":           {graph.EpisodeFilter{Tags: []string{"A"}}, []string{"s4"}},
		"not ASCII":            {graph.EpisodeFilter{Tags: []string{"é"}}, []string{"s5"}},
		"the same, decomposed": {graph.EpisodeFilter{Tags: []string{"e\u0301"}}, []string{}},
		"no part of a tag":     {graph.EpisodeFilter{Tags: []string{"b%"}}, []string{}},
		"an unknown tag":       {graph.EpisodeFilter{Tags: []string{"a", "z"}}, []string{}},
		"empty tags":           {graph.EpisodeFilter{Tags: []string{}}, []string{"s5", "s4", "s3", "s2", "s1", "s0"}},
		"everything": {
			graph.EpisodeFilter{Since: new(at(1)), Until: new(at(4)), Tags: []string{"a"}, MinReward: new(-0.5), MaxReward: new(0.0)},
			[]string{"s2", "s1"},
		},
	} {
		all := graph.ListQuery{Filter: c.filter, Limit: 50}
		got, total, err := w.ListEpisodes(t.Context(), w.ws, all)
		ok(t, err)
		notNil(t, name, got)
		same(t, name, namesOf(got), c.want)
		same(t, name+", total", total, len(c.want))
		one := graph.ListQuery{Filter: c.filter, Limit: 1}
		got, total, err = w.ListEpisodes(t.Context(), w.ws, one)
		ok(t, err)
		same(t, name+", first", namesOf(got), c.want[:min(1, len(c.want))])
		same(t, name+", total beside one", total, len(c.want))
	}
}

func listPages(t tester, w *world) {
	batch := make([]graph.NewEpisode, 0, 23)
	for i := range cap(batch) {
		batch = append(batch, episode(fmt.Sprintf("p%d", i), i/7)) // many ties
	}
	made := w.create(t, batch...)
	for _, limit := range []int{1, 5, 23, 100} {
		var seen []graph.Episode
		for offset := 0; len(seen) <= len(made); offset += limit {
			got, total, err := w.ListEpisodes(t.Context(), w.ws, graph.ListQuery{Limit: limit, Offset: offset})
			ok(t, err)
			notNil(t, "page", got)
			same(t, "total", total, len(made))
			if len(got) == 0 {
				break
			}
			seen = append(seen, got...)
		}
		same(t, "all pages", byEpisodeID(seen), byEpisodeID(made))
	}
	got, total, err := w.ListEpisodes(t.Context(), w.ws, graph.ListQuery{Limit: 5, Offset: math.MaxInt})
	ok(t, err)
	notNil(t, "page past the end", got)
	same(t, "past the end", []int{len(got), total}, []int{0, 23})
}

// listAfter reads pages by a cursor, with and without filters.
func listAfter(t tester, w *world) {
	batch := make([]graph.NewEpisode, 0, 23)
	for i := range cap(batch) {
		e := episode(fmt.Sprintf("p%d", i), i/7) // many ties
		e.Tags, e.Reward = []string{"all"}, 0.5
		batch = append(batch, e)
	}
	w.create(t, batch...)
	for name, filter := range map[string]graph.EpisodeFilter{
		"everything": {}, "tagged": {Tags: []string{"all"}}, "bounds": {Since: new(at(0)), Until: new(at(2)), MinReward: new(0.0)},
	} {
		all, total, err := w.ListEpisodes(t.Context(), w.ws, graph.ListQuery{Filter: filter, Limit: 100})
		ok(t, err)
		for place, e := range all {
			q := graph.ListQuery{Filter: filter, Limit: 5, After: &graph.ListCursor{CreatedAt: e.CreatedAt, ID: e.ID}}
			got, counted, err := w.ListEpisodes(t.Context(), w.ws, q)
			ok(t, err)
			notNil(t, name, got)
			rest := all[place+1:]
			sameEpisodes(t, fmt.Sprintf("%s, after %d", name, place), got, rest[:min(5, len(rest))])
			same(t, name+", total", counted, total)
			q.Offset = 2
			got, _, err = w.ListEpisodes(t.Context(), w.ws, q)
			ok(t, err)
			sameEpisodes(t, fmt.Sprintf("%s, from 2 after %d", name, place), got, rest[min(2, len(rest)):min(7, len(rest))])
		}
		newer := graph.ListQuery{Filter: filter, Limit: 100, After: &graph.ListCursor{CreatedAt: at(1000), ID: 1}}
		got, _, err := w.ListEpisodes(t.Context(), w.ws, newer)
		ok(t, err)
		sameEpisodes(t, name+", after a place above all", got, all)
	}
}

func listFollowsChanges(t tester, w *world) {
	shelf(t, w)
	q := graph.ListQuery{Filter: graph.EpisodeFilter{Tags: []string{"z"}, MinReward: new(0.9)}, Limit: 10}
	got, _, err := w.ListEpisodes(t.Context(), w.ws, q)
	ok(t, err)
	same(t, "before", namesOf(got), []string{})
	ep := w.state(t).Episodes[4]
	was := ep.UpdatedAt
	ep.Tags, ep.Reward, ep.UpdatedAt = []string{"x", "z"}, 0.9, was+1
	ok(t, w.ReplaceEpisode(t.Context(), w.ws, ep, was))
	got, total, err := w.ListEpisodes(t.Context(), w.ws, q)
	ok(t, err)
	sameEpisodes(t, "after", got, []graph.Episode{ep})
	same(t, "total", total, 1)
	_, err = w.DeleteEpisode(t.Context(), w.ws, ep.EpisodeID)
	ok(t, err)
	_, total, err = w.ListEpisodes(t.Context(), w.ws, q)
	ok(t, err)
	same(t, "total at the end", total, 0)
}
