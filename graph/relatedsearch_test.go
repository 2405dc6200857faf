package graph_test

import (
	"cmp"
	"errors"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plotline/graph"
)

// link is a relationship between two small numbers.
type link struct {
	id       string
	from, to int
	strength float64
}

// drawLinks draws a small graph with many ties: few strengths, some of whose products are equal.
func drawLinks(t *rapid.T) []link {
	links := make([]link, rapid.IntRange(0, 14).Draw(t, "links"))
	ids := rapid.Permutation([]string{
		"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n",
	}).Draw(t, "ids")
	for i := range links {
		links[i] = link{
			id:       ids[i],
			from:     rapid.IntRange(0, 5).Draw(t, "from"),
			to:       rapid.IntRange(0, 5).Draw(t, "to"),
			strength: rapid.SampledFrom([]float64{0, 0.1, 0.25, 0.5, 0.7, 0.9, 1}).Draw(t, "strength"),
		}
	}
	return slices.DeleteFunc(links, func(l link) bool { return l.from == l.to })
}

// result is the result of a search for one node.
type result struct {
	Distance int
	Strength float64
	Path     string
}

// plainSearch implements the text of the contract: each pair of node and level keeps its best walk and
// extends it, and nothing is dropped.
func plainSearch(links []link, start int, q graph.RelatedQuery) map[int]result {
	found := map[int]result{}
	level := map[int]result{start: {Strength: 1}}
	for range q.MaxDepth {
		next := map[int]result{}
		for end, walk := range level {
			for _, l := range links {
				if l.from != end {
					continue
				}
				longer := result{walk.Distance + 1, walk.Strength * l.strength, walk.Path + l.id}
				old, ok := next[l.to]
				better := longer.Strength > old.Strength || longer.Strength == old.Strength && longer.Path < old.Path
				if longer.Strength >= q.MinStrength && (!ok || better) {
					next[l.to] = longer
				}
			}
		}
		for end, walk := range next {
			old, ok := found[end]
			if !ok || q.Strongest && walk.Strength > old.Strength {
				found[end] = walk
			}
		}
		level = next
	}
	delete(found, start)
	return found
}

func search(t interface{ Fatal(...any) }, links []link, start int, q graph.RelatedQuery) map[int]result {
	walks, err := graph.SearchLevels(start, q, func(frontier []int) ([]graph.Step[int, string], error) {
		var steps []graph.Step[int, string]
		for _, l := range links {
			if slices.Contains(frontier, l.from) {
				steps = append(steps, graph.Step[int, string]{From: l.from, To: l.to, Edge: l.id, Strength: l.strength})
			}
		}
		slices.Reverse(steps) // the order is not specified
		return steps, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	found := map[int]result{}
	for _, w := range walks {
		r := result{w.Distance, w.Strength, ""}
		for _, step := range w.Steps() {
			r.Path += step.Edge
		}
		found[w.End] = r
	}
	return found
}

func TestSearchLevelsContract(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		links := drawLinks(t)
		q := graph.RelatedQuery{
			MaxDepth:    rapid.IntRange(1, 5).Draw(t, "depth"),
			MinStrength: rapid.SampledFrom([]float64{0, 0.05, 0.25, 0.5, 1}).Draw(t, "least"),
			Strongest:   rapid.Bool().Draw(t, "strongest"),
		}
		if diff := gocmp.Diff(plainSearch(links, 0, q), search(t, links, 0, q)); diff != "" {
			t.Fatalf("%v (-want +got):\n%s", links, diff)
		}
	})
}

// TestSearchLevelsPrefersStrongerPath checks an episode behind one that a weak link reaches first. Only
// the longer, stronger path reaches it.
func TestSearchLevelsPrefersStrongerPath(t *testing.T) {
	t.Parallel()
	links := []link{{"a", 0, 1, 0.5}, {"b", 0, 2, 1}, {"c", 2, 1, 0.75}, {"d", 1, 3, 0.75}}
	shortest := search(t, links, 0, graph.RelatedQuery{MaxDepth: 3, MinStrength: 0.5})
	want := map[int]result{1: {1, 0.5, "a"}, 2: {1, 1, "b"}, 3: {3, 0.5625, "bcd"}}
	if diff := gocmp.Diff(want, shortest); diff != "" {
		t.Errorf("shortest (-want +got):\n%s", diff)
	}
	strongest := search(t, links, 0, graph.RelatedQuery{MaxDepth: 3, MinStrength: 0.5, Strongest: true})
	want[1] = result{2, 0.75, "bc"}
	if diff := gocmp.Diff(want, strongest); diff != "" {
		t.Errorf("strongest (-want +got):\n%s", diff)
	}
}

func TestSearchLevelsAsksOnceForEachLevel(t *testing.T) {
	t.Parallel()
	asked := 0
	_, err := graph.SearchLevels(0, graph.RelatedQuery{MaxDepth: 5}, func(frontier []int) ([]graph.Step[int, string], error) {
		asked++
		if frontier[0] == 2 {
			return nil, nil
		}
		return []graph.Step[int, string]{{From: frontier[0], To: frontier[0] + 1, Edge: "e", Strength: 1}}, nil
	})
	if err != nil || asked != 3 {
		t.Errorf("asked %d times for 0→1→2, error %v", asked, err)
	}
	broken := errors.New("broken")
	_, err = graph.SearchLevels(0, graph.RelatedQuery{MaxDepth: 5}, func([]int) ([]graph.Step[int, string], error) {
		return nil, broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

func TestCompareRelated(t *testing.T) {
	t.Parallel()
	sorted := []graph.RelatedEpisode{
		{Strength: 0.9, Distance: 2, EpisodeID: "c"},
		{Strength: 0.5, Distance: 1, EpisodeID: "d"},
		{Strength: 0.5, Distance: 2, EpisodeID: "a"},
		{Strength: 0.5, Distance: 2, EpisodeID: "b"},
	}
	for i, a := range sorted {
		for j, b := range sorted {
			if got := cmp.Compare(graph.CompareRelated(a, b), 0); got != cmp.Compare(i, j) {
				t.Errorf("%d and %d compare as %d", i, j, got)
			}
		}
	}
}
