package graph_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plotline/graph"
)

// shown describes a result: its name, the number of those alike, and the reason if it replaced another.
func shown(out graph.RecallOutput) []string {
	list := make([]string, len(out.Episodes))
	for i, e := range out.Episodes {
		list[i] = e.Name
		if e.Alike > 0 {
			list[i] += fmt.Sprintf(" (+%d)", e.Alike)
		}
	}
	return list
}

// TestRecallWhatReplacedIt checks that the successor of a result stands before it, and that repeated attempts are one result.
func TestRecallWhatReplacedIt(t *testing.T) {
	t.Parallel()
	yes, no := 1.0, -0.5
	attempts := func(n int) []graph.CreateEpisodeInput {
		list := make([]graph.CreateEpisodeInput, 0, n+1)
		for i := range n {
			list = append(list, graph.CreateEpisodeInput{
				Name: "Build failed", Reward: no,
				Query: fmt.Sprintf("Build failed at 10:%02d:07 (attempt %d) in 0%dc3f-7d: linker error", i, i, i),
			})
		}
		return list
	}
	one := func(name string, reward float64, day int) graph.CreateEpisodeInput {
		at := graph.Time(int64(day) * 86_400_000_000)
		return graph.CreateEpisodeInput{Name: name, Query: name, Reward: reward, CreatedAt: &at}
	}
	type edge = graph.BatchRelationship
	for _, c := range []struct {
		name, query string
		episodes    []graph.CreateEpisodeInput
		edges       []edge
		in          graph.RecallInput
		want        []string
	}{
		{
			"twelve attempts and the fix", "linker error of the build", append(attempts(12), one("Install lld", yes, 30_000)),
			[]edge{{From: "#3", To: "#12", RelationshipType: graph.Causes}, {From: "#11", To: "#12", RelationshipType: graph.Causes}},
			graph.RecallInput{},
			[]string{"Install lld", "Build failed (+11)"},
		},
		{"two attempts stay", "linker error", attempts(2), nil, graph.RecallInput{}, []string{"Build failed", "Build failed"}},
		{"a word of the query tells them apart", "linker error attempt 2", attempts(4), nil, graph.RecallInput{}, []string{"Build failed", "Build failed", "Build failed", "Build failed"}},
		{
			"the newest refinement, before a success", "cache",
			[]graph.CreateEpisodeInput{
				one("Cache restart", no, 1), one("First idea", 0, 2), one("Second idea", 0, 3), one("Good end", yes, 9),
			},
			[]edge{
				{From: "#1", To: "#0", RelationshipType: graph.Refines},
				{From: "#2", To: "#0", RelationshipType: graph.Contradicts},
				{From: "#0", To: "#3", RelationshipType: graph.Causes},
			},
			graph.RecallInput{Limit: 2},
			[]string{"Second idea", "Cache restart"},
		},
		{
			"what came before replaces nothing", "cache",
			[]graph.CreateEpisodeInput{one("Cache restart", 0, 5), one("Idea", 0, 2)},
			[]edge{{From: "#1", To: "#0", RelationshipType: graph.Refines}},
			graph.RecallInput{},
			[]string{"Cache restart", "Idea"},
		},
		{
			"a chain", "cache",
			[]graph.CreateEpisodeInput{one("Cache one", 0, 1), one("Cache two", 0, 2), one("Cache three", 0, 3)},
			[]edge{{From: "#1", To: "#0", RelationshipType: graph.Refines}, {From: "#2", To: "#1", RelationshipType: graph.Refines}},
			graph.RecallInput{},
			[]string{"Cache three", "Cache two", "Cache one"},
		},
		{
			"what does not pass the filter stays away", "cache",
			[]graph.CreateEpisodeInput{one("Cache restart", no, 1), one("Good end", yes, 9)},
			[]edge{{From: "#0", To: "#1", RelationshipType: graph.Causes}},
			graph.RecallInput{MaxReward: &no},
			[]string{"Cache restart"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := newMind(t)
			for i := range c.edges {
				c.edges[i].Strength = 1
			}
			if _, err := m.CreateEpisodes(t.Context(), m.by, graph.CreateEpisodesInput{Episodes: c.episodes, Relationships: c.edges}); err != nil {
				t.Fatal(err)
			}
			in := c.in
			in.Query, in.Depth, in.MaxBytes, in.Limit = c.query, 2, 9999, max(in.Limit, 1)
			if c.in.Limit == 0 {
				in.Limit = 8
			}
			out, err := m.Recall(t.Context(), m.by, in)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, shown(out)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for _, e := range out.Episodes {
				if len(e.AlikeIDs) != min(e.Alike, 10) {
					t.Errorf("%d alike: %v", e.Alike, e.AlikeIDs)
				}
			}
		})
	}
}

func TestPattern(t *testing.T) {
	t.Parallel()
	of := func(text string) int64 { return graph.PatternOf(graph.Episode{Query: text}) }
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"attempt 3", "attempt 12", true},
		{"at 10:15:03", "at 9:05", true},
		{"at 2026-11-26T13:25:10.123+01:00 failed", "at 2025-01-02 failed", true},
		{"id 550e8400-e29b-41d4-a716-446655440000", "id abcdefab-cdef-abcd-efab-cdefabcdefab", true},
		{"10.12.0.4", "10.0.12.4", true},
		{"pod web-7d9f", "pod web-1a2b", true},
		{"attempt 3", "attempt three", false},
		{"deploy web-1", "deploy db-1", false},
		{"", "1", false},
		{"a b", "ab", false},
		{"3 4", "3", false},
	} {
		if got := of(c.a) == of(c.b); got != c.same {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "é", "-", ":", " ", "#", "京"}), 1, 9).Draw(t, "words")
		number := func(name string) string { return strconv.Itoa(rapid.IntRange(0, 1<<40).Draw(t, name)) }
		if a, b := strings.Join(words, number("a")), strings.Join(words, number("b")); of(a) != of(b) {
			t.Fatalf("%q and %q differ", a, b)
		}
	})
}
