package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"plotline/graph"
)

// candidates make one match a list of counts.
func candidates(length int, counts ...[]int) []graph.Candidate {
	list := make([]graph.Candidate, len(counts))
	for i, c := range counts {
		list[i] = graph.Candidate{EpisodeID: graph.ID(fmt.Sprintf("%c", 'a'+i)), Length: length, Counts: c}
	}
	return list
}

func TestRank(t *testing.T) {
	t.Parallel()
	short := candidates(10, []int{1}, []int{1}, []int{1})
	short[1].Length = 5
	for name, c := range map[string]struct {
		words   graph.WordStatistics
		matches []graph.Candidate
		limit   int
		want    string
	}{
		"none":                     {graph.WordStatistics{Having: []int{0}}, nil, 5, ""},
		"more often is better":     {graph.WordStatistics{Episodes: 9, Having: []int{3}}, candidates(9, []int{1}, []int{3}, []int{2}), 5, "bca"},
		"shorter is better":        {graph.WordStatistics{Episodes: 9, Having: []int{3}}, short, 5, "bac"},
		"a rare word weighs more":  {graph.WordStatistics{Episodes: 99, Having: []int{90, 2}}, candidates(9, []int{2, 1}, []int{1, 2}), 5, "ba"},
		"ties by id":               {graph.WordStatistics{Episodes: 9, Having: []int{3}}, candidates(9, []int{1}, []int{1}, []int{1}), 2, "ab"},
		"a word that all have":     {graph.WordStatistics{Episodes: 2, Having: []int{2}}, candidates(9, []int{1}, []int{2}), 5, "ba"},
		"a counter that is behind": {graph.WordStatistics{Episodes: 0, Having: []int{2}}, candidates(9, []int{1}, []int{2}), 5, "ba"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got strings.Builder
			for _, r := range graph.Rank(c.words, c.matches, c.limit) {
				got.WriteString(string(r.EpisodeID))
				if !(r.Score > 0) {
					t.Errorf("score %v", r.Score)
				}
			}
			if got.String() != c.want {
				t.Errorf("order %q, want %q", got.String(), c.want)
			}
		})
	}
}

// An episode that went between the ranking and the reading is left out.
func TestHits(t *testing.T) {
	t.Parallel()
	ranked := []graph.Ranked{{EpisodeID: "a", Score: 3}, {EpisodeID: "b", Score: 2}, {EpisodeID: "c", Score: 1}}
	hits := graph.Hits(ranked, []graph.Episode{{EpisodeID: "c"}, {EpisodeID: "a"}})
	if len(hits) != 2 || hits[0].EpisodeID != "a" || hits[0].Score != 3 || hits[1].EpisodeID != "c" {
		t.Errorf("hits %+v", hits)
	}
}
