package ranking_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"plotline/graph/analysis"
	"plotline/graph/ranking"
)

func candidate(name, query string) ranking.Candidate {
	doc := analysis.Analyze(nil, ranking.Fields(name, query, "", nil)...)
	return ranking.Candidate{Vector: doc.Vector, Length: doc.Length}
}

// TestWords checks that more, rarer and nearer words raise a score, and that a long text lowers it.
func TestWords(t *testing.T) {
	t.Parallel()
	clauses := analysis.English.Parse("slow checkout")
	counted := ranking.Statistics{Episodes: 100, Having: []int{40, 2}}
	candidates := []ranking.Candidate{
		candidate("-", "a slow checkout today"), candidate("-", "a checkout that is fast"), candidate("-", "a slow train to town"),
		candidate("checkout", "fast train to town"), candidate("-", "a checkout that is fast, and much else about the town, its trains and its people"),
	}
	words := ranking.NewWords(clauses, counted, candidates)
	scores := make([]float64, len(candidates))
	for i, c := range candidates {
		score, _, all := words.Score(c)
		scores[i] = score
		if all != (i == 0) {
			t.Errorf("candidate %d holds all words: %t", i, all)
		}
		if score <= 0 || score > words.Best*1.1 {
			t.Errorf("candidate %d has %v, the best %v", i, score, words.Best)
		}
	}
	for _, pair := range [][2]int{{0, 1}, {1, 2}, {3, 1}, {1, 4}, {0, 3}} {
		if scores[pair[0]] <= scores[pair[1]] {
			t.Errorf("candidate %d has %v, and %d has %v", pair[0], scores[pair[0]], pair[1], scores[pair[1]])
		}
	}
	if score, held, _ := words.Score(candidate("-", "nothing of it")); score != 0 || held != nil {
		t.Errorf("nothing scores %v by %v", score, held)
	}
}

func TestLookups(t *testing.T) {
	t.Parallel()
	clauses := analysis.English.Parse(`common rare absent "a phrase"`)
	counted := ranking.Statistics{Episodes: 1_000_000, Having: []int{900_000, 10, 0, 400_000}}
	got, whole := ranking.Lookups(clauses, counted, ranking.Postings)
	want := []ranking.Lookup{{Clause: 3, Most: ranking.Postings}}
	if diff := cmp.Diff(want, got); diff != "" || whole {
		t.Errorf("whole: %t (-want +got):\n%s", whole, diff)
	}
	counted.Having = []int{900_000, 10, 0, 20}
	got, whole = ranking.Lookups(clauses, counted, ranking.Postings)
	want = []ranking.Lookup{{3, ranking.Postings}, {1, ranking.Postings - 20}, {0, ranking.Postings - 30}}
	if diff := cmp.Diff(want, got); diff != "" || whole {
		t.Errorf("whole: %t (-want +got):\n%s", whole, diff)
	}
	counted.Having = []int{30, 10, 0, 20}
	if got, whole = ranking.Lookups(clauses, counted, ranking.Postings); len(got) != 3 || !whole {
		t.Errorf("%v, whole: %t", got, whole)
	}
}

// TestLend follows a score over a causes relationship, a weak refines relationship and a crowd.
func TestLend(t *testing.T) {
	t.Parallel()
	edges := []ranking.Edge{
		{From: "a", To: "b", Type: "causes", Strength: 1},
		{From: "c", To: "b", Type: "refines", Strength: 0.5},
		{From: "x", To: "a", Type: "follows", Strength: 1},
	}
	for depth, want := range map[int]map[string]float64{
		0: {}, 1: {"b": 0.3, "x": 0.18}, 2: {"b": 0.3, "x": 0.18, "c": 0.05}, 3: {"b": 0.3, "x": 0.18, "c": 0.05},
	} {
		got := map[string]float64{}
		for id, share := range ranking.NewAround(edges, nil).Lend(map[string]float64{"a": 1}, depth) {
			got[id] = share.Sum
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Errorf("depth %d (-want +got):\n%s", depth, diff)
		}
	}
	share := ranking.NewAround(edges, nil).Lend(map[string]float64{"a": 1, "x": 0.5}, 2)["c"]
	if diff := cmp.Diff(ranking.Share{Sum: 0.05, Strongest: 0.05, Source: "a", Path: edges[:2]}, share, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	hub := make([]ranking.Edge, 0, 40)
	for i := range cap(hub) {
		hub = append(hub, ranking.Edge{From: "hub", To: string(rune('A' + i)), Type: "causes", Strength: 1})
	}
	if got := ranking.NewAround(hub, nil).Lend(map[string]float64{"hub": 1}, 1)["A"].Sum; math.Abs(got-0.03) > 1e-9 {
		t.Errorf("a hub lends %v to each", got)
	}
}

// TestUmbrella checks which episodes are umbrellas, and that one receives less from each of many.
func TestUmbrella(t *testing.T) {
	t.Parallel()
	star := func(n int, kind string) (edges []ranking.Edge) {
		for i := range n {
			edges = append(edges, ranking.Edge{From: string(rune('A' + i)), To: "hub", Type: kind, Strength: 1})
		}
		return edges
	}
	for name, c := range map[string]struct {
		edges  []ranking.Edge
		crowds map[string]bool
		is     bool
		gets   float64 // from one neighbour
	}{
		"a few parts":      {star(4, "part_of"), nil, false, 0.3},
		"many parts":       {star(5, "part_of"), nil, true, 0.3},
		"many related":     {star(32, "related_to"), nil, true, 0.3 * 0.6 / 2},
		"many causes":      {star(32, "causes"), nil, false, 0.15},
		"part of a crowd":  {star(1, "part_of"), map[string]bool{"hub": true}, true, 0.3 * 16 / 201},
		"cause of a crowd": {star(1, "causes"), map[string]bool{"hub": true}, false, 0.3 * 16 / 201},
	} {
		around := ranking.NewAround(c.edges, c.crowds)
		if is := around.IsUmbrella("hub"); is != c.is {
			t.Errorf("%s: an umbrella: %t", name, is)
		}
		if got := around.Lend(map[string]float64{"A": 1}, 1)["hub"].Sum; math.Abs(got-c.gets) > 1e-9 {
			t.Errorf("%s: it receives %v, want %v", name, got, c.gets)
		}
	}
}

func TestStanding(t *testing.T) {
	t.Parallel()
	edges := []ranking.Edge{{From: "a", To: "b", Type: "causes", Strength: 1}, {From: "b", To: "c", Type: "causes", Strength: 1}}
	got := ranking.NewAround(edges, nil).NearBonus([]string{"a"}, 2)
	if diff := cmp.Diff(map[string]float64{"b": 0.3, "c": 0.1}, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestFunctionWords checks that function words are not looked up beside other words, and have little weight.
func TestFunctionWords(t *testing.T) {
	t.Parallel()
	counted := ranking.Statistics{Episodes: 10, Having: []int{3, 3}}
	got, whole := ranking.Lookups(analysis.English.Parse("with items"), counted, ranking.Postings)
	if diff := cmp.Diff([]ranking.Lookup{{Clause: 1, Most: ranking.Postings}}, got); diff != "" || !whole {
		t.Errorf("whole: %t (-want +got):\n%s", whole, diff)
	}
	if got, _ := ranking.Lookups(analysis.English.Parse("how with"), counted, ranking.Postings); len(got) != 2 {
		t.Errorf("function words alone look up %v", got)
	}
	words := ranking.NewWords(analysis.English.Parse("with items"), counted, nil)
	if words.Rarity(0)*2 > words.Rarity(1) {
		t.Errorf("with is worth %v, items %v", words.Rarity(0), words.Rarity(1))
	}
}

// TestLikeness checks that the average has a share of 0 and the best of 1, and that a pool of one is compared
// with unrelated texts.
func TestLikeness(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		pool, unrelated []float64
		cosine, want    float64
	}{
		"nothing":          {nil, nil, 0.9, 0},
		"the best":         {[]float64{0.4, 0.6, 0.8}, nil, 0.8, 1},
		"the usual":        {[]float64{0.4, 0.6, 0.8}, nil, 0.6, 0},
		"between":          {[]float64{0.4, 0.6, 0.8}, nil, 0.7, 0.5},
		"below":            {[]float64{0.4, 0.6, 0.8}, nil, 0.1, 0},
		"above the best":   {[]float64{0.4, 0.6, 0.8}, nil, 1, 2},
		"all alike":        {[]float64{0.5, 0.5}, nil, 0.5, 0},
		"alone":            {[]float64{0.8}, []float64{0.4, 0.4, 0.4}, 0.8, 1},
		"alone, unrelated": {[]float64{0.4}, []float64{0.4, 0.4, 0.4}, 0.4, 0},
	}
	for name, test := range tests {
		if got := ranking.NewLikeness(test.pool, test.unrelated).Share(test.cosine); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
	if got := ranking.Floor([]float64{0.4, 0.6}); math.Abs(got-0.8) > 1e-9 {
		t.Errorf("floor %v, want 0.8", got)
	}
	if got := ranking.Floor(nil); got != 1 {
		t.Errorf("floor without anything to compare with: %v, want 1", got)
	}
}
