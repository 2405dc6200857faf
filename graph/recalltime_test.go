package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/internal/usecase"
)

// TestRecallOfPeriod checks that a query that names a period, and nothing else, lists it, and that in another query it raises.
func TestRecallOfPeriod(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 26, 9, 0, 0, 0, zone)
	m := newMind(t)
	m.store = graphtest.NewModel()
	m.Service = graph.NewService(m.store, &usecase.Runner{}, graph.WithClock(func() time.Time { return now }), graph.WithTimeZone(zone))
	day := func(month time.Month, day, hour int) *graph.Time {
		at := graph.TimeOf(time.Date(2026, month, day, hour, 0, 0, 0, zone))
		return &at
	}
	if _, err := m.CreateEpisodes(t.Context(), m.by, graph.CreateEpisodesInput{Episodes: []graph.CreateEpisodeInput{
		{Query: "Deploy of the shop", CreatedAt: day(10, 20, 0)},
		{Query: "Deploy of the till, which is a longer text about the same deploy", CreatedAt: day(11, 25, 23)},
		{Query: "Bread was late", Reward: -0.3, CreatedAt: day(11, 25, 1)},
		{Query: "Tea", Reward: 0.3, CreatedAt: day(11, 24, 23)},
	}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		query string
		want  []string
		as    string
	}{
		{"What happened yesterday?", []string{"Deploy of the till, which is a longer text about the same deploy", "Bread was late"}, "filter"},
		{"was ist am 20. Oktober passiert", []string{"Deploy of the shop"}, "filter"},
		{"昨天发生了什么", []string{"Deploy of the till, which is a longer text about the same deploy", "Bread was late"}, "filter"},
		{"What did I do in March?", nil, "filter"},
		{"the deploy yesterday", []string{"Deploy of the till, which is a longer text about the same deploy", "Deploy of the shop"}, "wish"},
		{"the deploy on 20 October", []string{"Deploy of the shop", "Deploy of the till, which is a longer text about the same deploy"}, "wish"},
		{"What failed yesterday?", []string{"Bread was late"}, "failed"},
		{"was ist diesen Monat schiefgegangen", []string{"Bread was late"}, "failed"},
		{"昨天什么失败了", []string{"Bread was late"}, "failed"},
		{"what worked this month", []string{"Tea"}, "worked"},
		{"what failed on 20 October", nil, "wish"},                             // nothing did, so it is a word, which no text has
		{"kubernetes on 20 October", []string{"Deploy of the shop"}, "filter"}, // which no text has either
		{"kubernetes in March", nil, "wish"},
		{"the failed deploy yesterday", []string{"Deploy of the till, which is a longer text about the same deploy", "Deploy of the shop"}, "wish"},
		{"deploy", []string{"Deploy of the shop", "Deploy of the till, which is a longer text about the same deploy"}, ""},
	} {
		out := m.recall(t, graph.RecallInput{Query: c.query, Depth: 2})
		as := ""
		if out.Time != nil {
			as = out.Time.As
		}
		var got []string
		for _, e := range out.Episodes {
			got = append(got, e.Name)
		}
		if diff := cmp.Diff(c.want, got); diff != "" || as != c.as {
			t.Errorf("%q: as %q (-want +got):\n%s", c.query, as, diff)
		}
		if c.want == nil && out.Hint == "" {
			t.Errorf("%q: no hint", c.query)
		}
	}
	out := m.recall(t, graph.RecallInput{Query: "What happened yesterday?", Depth: 2})
	if out.Of != 4 || out.Count != 2 || out.Episodes[0].Why != "time: yesterday" {
		t.Errorf("%d of %d, why %q", out.Count, out.Of, out.Episodes[0].Why)
	}
	want := &graph.RecallTime{Text: "yesterday", Since: day(11, 25, 0), As: "filter"}
	until := *day(11, 26, 0) - 1
	want.Until = &until
	if diff := cmp.Diff(want, out.Time); diff != "" {
		t.Errorf("the period (-want +got):\n%s", diff)
	}
	if out := m.recall(t, graph.RecallInput{Query: "What happened yesterday?", Since: day(1, 1, 0), Depth: 2}); out.Time != nil {
		t.Errorf("beside since: %v", out.Time)
	}
}

// TestRecallOfPeriodOutsideOfPool checks that a wish finds what the pool of the whole workspace leaves out.
func TestRecallOfPeriodOutsideOfPool(t *testing.T) {
	t.Parallel()
	m := newMind(t)
	old := graph.TimeOf(time.Now().AddDate(0, 0, -400))
	in := graph.CreateEpisodesInput{}
	for i := range 600 {
		in.Episodes = append(in.Episodes, graph.CreateEpisodeInput{Query: fmt.Sprintf("Deploy %d", i)})
	}
	in.Episodes = append(in.Episodes, graph.CreateEpisodeInput{Query: "A deploy that has many further words in its text, so that it is far behind", CreatedAt: &old})
	if _, err := m.CreateEpisodes(t.Context(), m.by, in); err != nil {
		t.Fatal(err)
	}
	out := m.recall(t, graph.RecallInput{Query: fmt.Sprintf("the deploy in %d", old.UTC().Year()), Depth: 2})
	if len(out.Episodes) == 0 || out.Episodes[0].CreatedAt != old || out.Time == nil {
		t.Errorf("%q, %v", namesOf(out), out.Time)
	}
}

// TestRecallListsFilter checks that a query that says nothing lists what passes the filter of the caller, newest first.
func TestRecallListsFilter(t *testing.T) {
	t.Parallel()
	m := newMind(t)
	in := graph.CreateEpisodesInput{}
	at := func(day int) *graph.Time {
		at := graph.TimeOf(time.Date(2026, 7, day, 12, 0, 0, 0, time.UTC))
		return &at
	}
	for day, name := range []string{1: "Oven", 2: "Till", 3: "What changed in the changes", 4: "Flour", 5: "Dough", 6: "Yeast"} {
		if day > 0 {
			in.Episodes = append(in.Episodes, graph.CreateEpisodeInput{Name: name, Query: name, CreatedAt: at(day), Tags: []string{"july"}, Reward: float64(day%2) - 0.5})
		}
	}
	if _, err := m.CreateEpisodes(t.Context(), m.by, in); err != nil {
		t.Fatal(err)
	}
	since, until := at(2), graph.Until(*at(5))
	all := []string{"Dough", "Flour", "What changed in the changes", "Till"}
	for name, c := range map[string]struct {
		in     graph.RecallInput
		want   []string
		count  int
		listed bool
	}{
		"period":          {graph.RecallInput{Query: "changes", Since: since, Until: &until}, all, 4, true},
		"question":        {graph.RecallInput{Query: "What has changed?", Since: since, Until: &until}, all, 4, true},
		"fewer":           {graph.RecallInput{Query: "changes", Since: since, Until: &until, Limit: 2}, all[:2], 4, true},
		"tag":             {graph.RecallInput{Query: "what changed", Tags: []string{"july"}, Limit: 2}, []string{"Yeast", "Dough"}, 6, true},
		"German":          {graph.RecallInput{Query: "was ist passiert", Since: since, Until: &until}, all, 4, true},
		"failures":        {graph.RecallInput{Query: "what failed?", Since: since, Until: &until}, []string{"Flour", "Till"}, 2, true},
		"nothing passes":  {graph.RecallInput{Query: "changes", Tags: []string{"august"}}, nil, 0, false},
		"a word":          {graph.RecallInput{Query: "changes of the dough", Since: since, Until: &until}, []string{"What changed in the changes", "Dough"}, 2, false},
		"without filters": {graph.RecallInput{Query: "changes"}, []string{"What changed in the changes"}, 1, false},
	} {
		if c.in.MaxBytes = 4096; c.in.Limit == 0 {
			c.in.Limit = 8
		}
		out, err := m.Recall(t.Context(), m.by, c.in)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range out.Episodes {
			if got = append(got, e.Name); c.listed && c.in.Query != "what failed?" && e.Why != "passes the filter" {
				t.Errorf("%s: why %q", name, e.Why)
			}
		}
		if !c.listed { // the order is that of the scores
			slices.Sort(got)
			slices.Sort(c.want)
		}
		if diff := cmp.Diff(c.want, got); diff != "" || out.Count != c.count || out.Listed != c.listed {
			t.Errorf("%s: %d, listed %v (-want +got):\n%s", name, out.Count, out.Listed, diff)
		}
	}
}

// TestRecallByRelease checks periods that begin or end with the commit of a version.
func TestRecallByRelease(t *testing.T) {
	t.Parallel()
	m := newMind(t)
	episodes := make([]graph.CreateEpisodeInput, 0, 6)
	for day := range 6 {
		at := graph.TimeOf(time.Date(2026, 7, day+1, 12, 0, 0, 0, time.UTC))
		e := graph.CreateEpisodeInput{Name: fmt.Sprint("Day ", day+1), Query: "the oven" + strings.Repeat(" rings", day), CreatedAt: &at, Tags: []string{graph.GitTag}}
		switch day {
		case 1:
			e.Tags = append(e.Tags, graph.ReleaseTag("1.2.0-RC.1"))
		case 3:
			e.Tags, e.Reward = append(e.Tags, graph.ReleaseTag("1.2.0")), -1
		}
		episodes = append(episodes, e)
	}
	if _, err := m.CreateEpisodes(t.Context(), m.by, graph.CreateEpisodesInput{Episodes: episodes}); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]struct {
		as  string // "": no period
		all string // the days
	}{
		"What changed since v1.2.0?":              {"filter", "6 5 4"},
		"what changed after release 1.2.0":        {"filter", "6 5"},
		"What happened before the version 1.2.0?": {"filter", "3 2 1"},
		"what changed until 1.2.0-rc.1?":          {"filter", "2 1"},
		"Was hat sich seit 1.2.0 geändert?":       {"filter", "6 5 4"},
		"what failed since 1.2.0":                 {"failed", "4"},
		"oven since 1.2.0":                        {"wish", ""},
		"what changed since 1.3.0?":               {"", ""},
		"the oven of 1.2.0":                       {"", ""},
	} {
		out := m.recall(t, graph.RecallInput{Query: query, Depth: 2})
		as, days := "", make([]string, 0, 6)
		if out.Time != nil {
			as = out.Time.As
		}
		for _, name := range namesOf(out) {
			days = append(days, strings.TrimPrefix(name, "Day "))
		}
		if got := strings.Join(days, " "); as != want.as || want.all != "" && got != want.all {
			t.Errorf("%q: as %q, days %s", query, as, got)
		}
	}
}
