package graphtest

import (
	"fmt"
	"math"

	"plotline/graph"
)

var relatedTopic = topic{"related", []testCase{
	{"unknown start, and nothing around it", relatedNothing},
	{"direction, types, depth and order", relatedFilters},
	{"beyond a weak link over a longer, stronger path", relatedBeyondWeak},
	{"ties go to the smallest list of ids", relatedTies},
	{"only the best walk of a level is extended", relatedBestOnly},
	{"products are taken left to right, to the bit", relatedBits},
	{"a walk is followed at the bound and not below", relatedBound},
	{"the strongest, ties to fewer hops", relatedStrongest},
	{"a walk ends in a cycle", relatedCycles},
	{"limit and count", relatedLimit},
	{"several relationships between two episodes", relatedParallel},
	{"random graphs, as the model sees them", relatedRandom},
}}

func relatedNothing(t tester, w *world) {
	g := w.net(t, 2)
	for _, direction := range []graph.Direction{graph.Outgoing, graph.Incoming, graph.Both} {
		g.reaches(t, graph.RelatedQuery{MaxDepth: 5, Direction: direction})
	}
	ghost := graph.NewID()
	_, _, err := w.Related(t.Context(), w.ws, graph.RelatedQuery{Start: ghost, MaxDepth: 1, Direction: graph.Both})
	refused(t, err, graph.EpisodeNotFound(ghost))
}

func relatedFilters(t tester, w *world) {
	g := w.net(t, 7,
		Edge{0, 1, graph.Follows, 0.9}, Edge{2, 0, graph.Causes, 0.9}, Edge{1, 3, graph.PartOf, 1}, Edge{3, 2, graph.Follows, 1},
		Edge{3, 4, graph.Follows, 1}, Edge{4, 5, graph.Follows, 1}, Edge{5, 6, graph.Follows, 1})
	one, three := reached{1, []int{0}, 0.9}, reached{3, []int{0, 2}, 0.9}
	four, five, six := reached{4, []int{0, 2, 4}, 0.9}, reached{5, []int{0, 2, 4, 5}, 0.9}, reached{6, []int{0, 2, 4, 5, 6}, 0.9}
	g.reaches(t, graph.RelatedQuery{MaxDepth: 1}, one)
	g.reaches(t, graph.RelatedQuery{MaxDepth: 2}, one, three)
	g.reaches(t, graph.RelatedQuery{MaxDepth: 3}, one, three, reached{2, []int{0, 2, 3}, 0.9}, four)
	g.reaches(t, graph.RelatedQuery{MaxDepth: 4}, one, three, reached{2, []int{0, 2, 3}, 0.9}, four, five)
	g.reaches(t, graph.RelatedQuery{MaxDepth: 5}, one, three, reached{2, []int{0, 2, 3}, 0.9}, four, five, six)
	g.reaches(t, graph.RelatedQuery{MaxDepth: 1, Direction: graph.Incoming}, reached{2, []int{1}, 0.9})
	g.reaches(t, graph.RelatedQuery{MaxDepth: 5, Direction: graph.Incoming},
		reached{2, []int{1}, 0.9}, reached{3, []int{1, 3}, 0.9}, reached{1, []int{1, 3, 2}, 0.9})
	g.reaches(t, graph.RelatedQuery{MaxDepth: 2, Direction: graph.Both},
		one, reached{2, []int{1}, 0.9}, three)
	g.reaches(t, graph.RelatedQuery{MaxDepth: 5, Types: []graph.Type{graph.Follows}}, one)
	g.reaches(t, graph.RelatedQuery{MaxDepth: 3, Types: []graph.Type{graph.PartOf, graph.Follows}},
		one, three, reached{2, []int{0, 2, 3}, 0.9}, four)
	g.reaches(t, graph.RelatedQuery{MaxDepth: 5, Types: []graph.Type{graph.Refines}, Direction: graph.Both})
}

// relatedBeyondWeak is the contract's own example. A search that marks episodes as visited would miss e3.
func relatedBeyondWeak(t tester, w *world) {
	g := w.net(t, 4, Edge{0, 1, graph.RelatedTo, 0.5}, Edge{0, 2, graph.RelatedTo, 0.9},
		Edge{2, 1, graph.RelatedTo, 0.9}, Edge{1, 3, graph.RelatedTo, 0.8})
	long, nine, eight := 0.9, 0.9, 0.8
	two := reached{2, []int{1}, 0.9}
	three := reached{3, []int{1, 2, 3}, long * nine * eight}
	g.reaches(t, graph.RelatedQuery{MaxDepth: 3, MinStrength: 0.5}, two, three, reached{1, []int{0}, 0.5})
	g.reaches(t, graph.RelatedQuery{MaxDepth: 2, MinStrength: 0.5}, two, reached{1, []int{0}, 0.5})
	g.reaches(t, graph.RelatedQuery{MaxDepth: 3, MinStrength: 0.51}, two, reached{1, []int{1, 2}, long * nine}, three)
	g.reaches(t, graph.RelatedQuery{MaxDepth: 3, MinStrength: 0.5, Strongest: true},
		two, reached{1, []int{1, 2}, long * nine}, three)
	g.reaches(t, graph.RelatedQuery{MaxDepth: 3, MinStrength: 0.4}, // now e3 is two hops away over the weak relationship
		two, reached{1, []int{0}, 0.5}, reached{3, []int{0, 3}, 0.4})
}

func relatedTies(t tester, w *world) {
	// Four paths of two hops lead from e0 to e4, and two relationships lead on. The smallest first id wins
	// (0, not 1), then the smallest second one. A smaller second id (2) on another path does not count.
	g := w.net(t, 6, Edge{0, 3, graph.PartOf, 0.5}, Edge{0, 1, graph.PartOf, 0.5}, Edge{1, 4, graph.PartOf, 0.5},
		Edge{0, 2, graph.PartOf, 0.5}, Edge{3, 4, graph.RelatedTo, 0.5}, Edge{3, 4, graph.PartOf, 0.5}, Edge{2, 4, graph.PartOf, 0.5},
		Edge{4, 5, graph.Refines, 1}, Edge{4, 5, graph.PartOf, 1})
	g.reaches(t, graph.RelatedQuery{MaxDepth: 5},
		reached{1, []int{1}, 0.5}, reached{2, []int{3}, 0.5}, reached{3, []int{0}, 0.5},
		reached{4, []int{0, 4}, 0.25}, reached{5, []int{0, 4, 7}, 0.25})
}

func relatedBestOnly(t tester, w *world) {
	// Two relationships lead to e1. Beyond it, both products round to the same number. Only the stronger
	// was extended, so its id is on the path although the other is smaller.
	least := math.SmallestNonzeroFloat64
	g := w.net(t, 3, Edge{0, 1, graph.PartOf, 0.6}, Edge{0, 1, graph.Refines, 1}, Edge{1, 2, graph.PartOf, least})
	g.reaches(t, graph.RelatedQuery{MaxDepth: 2}, reached{1, []int{1}, 1}, reached{2, []int{1, 2}, least})
	g.reaches(t, graph.RelatedQuery{MaxDepth: 2, Strongest: true}, reached{1, []int{1}, 1}, reached{2, []int{1, 2}, least})
}

func relatedBits(t tester, w *world) {
	strengths := []float64{0.1, 0.7, 0.3, 0.9, 1.0 / 3}
	edges := make([]Edge, len(strengths))
	for i, s := range strengths {
		edges[i] = Edge{i, i + 1, graph.Follows, s}
	}
	g := w.net(t, 6, edges...)
	want := make([]reached, 0, len(strengths))
	product := 1.0
	for i, s := range strengths {
		product *= s
		path := make([]int, i+1)
		for j := range path {
			path[j] = j
		}
		want = append(want, reached{i + 1, path, product})
	}
	g.reaches(t, graph.RelatedQuery{MaxDepth: 5}, want...)
	// From the other end the factors come in reverse order, and the last bits differ.
	g.episodes[0], g.episodes[5] = g.episodes[5], g.episodes[0]
	back := strengths[4]
	got, _, err := w.Related(t.Context(), w.ws, graph.RelatedQuery{Start: g.episodes[0], MaxDepth: 5, Direction: graph.Incoming})
	ok(t, err)
	for i := 3; i >= 0; i-- {
		back *= strengths[i]
	}
	same(t, "from the other end", got[len(got)-1].Strength, back)
}

func relatedBound(t tester, w *world) {
	a, b := 0.1, 0.7 // their product is one bit less than 0.07
	g := w.net(t, 4, Edge{0, 1, graph.PartOf, a}, Edge{1, 2, graph.PartOf, b}, Edge{0, 3, graph.PartOf, 0})
	one, two := reached{1, []int{0}, a}, reached{2, []int{0, 1}, a * b}
	g.reaches(t, graph.RelatedQuery{MaxDepth: 2, MinStrength: 0.07}, one)
	g.reaches(t, graph.RelatedQuery{MaxDepth: 2, MinStrength: a * b}, one, two)
	g.reaches(t, graph.RelatedQuery{MaxDepth: 2, MinStrength: math.SmallestNonzeroFloat64}, one, two)
	g.reaches(t, graph.RelatedQuery{MaxDepth: 2}, one, two, reached{3, []int{2}, 0})
	g.reaches(t, graph.RelatedQuery{MaxDepth: 2, MinStrength: math.Nextafter(0.1, 1)})
}

func relatedStrongest(t tester, w *world) {
	g := w.net(t, 5, Edge{0, 1, graph.PartOf, 0.25}, Edge{0, 2, graph.PartOf, 0.5}, Edge{2, 1, graph.PartOf, 0.5},
		Edge{2, 3, graph.PartOf, 1}, Edge{3, 1, graph.PartOf, 0.5}, Edge{1, 4, graph.PartOf, 1}, Edge{3, 4, graph.PartOf, 0.75})
	g.reaches(t, graph.RelatedQuery{MaxDepth: 4}, reached{2, []int{1}, 0.5}, reached{3, []int{1, 3}, 0.5},
		reached{1, []int{0}, 0.25}, reached{4, []int{0, 5}, 0.25})
	g.reaches(t, graph.RelatedQuery{MaxDepth: 4, Strongest: true}, // e1 over one, two or three hops: 0.25 each
		reached{2, []int{1}, 0.5}, reached{3, []int{1, 3}, 0.5}, reached{4, []int{1, 3, 6}, 0.375}, reached{1, []int{0}, 0.25})
}

func relatedCycles(t tester, w *world) {
	g := w.net(t, 4, Edge{0, 1, graph.RelatedTo, 1}, Edge{1, 2, graph.RelatedTo, 1}, Edge{2, 0, graph.RelatedTo, 1},
		Edge{1, 0, graph.RelatedTo, 1}, Edge{2, 3, graph.Contradicts, 1}, Edge{3, 2, graph.Contradicts, 1})
	for _, strongest := range []bool{false, true} {
		g.reaches(t, graph.RelatedQuery{MaxDepth: 5, MinStrength: 1, Strongest: strongest},
			reached{1, []int{0}, 1}, reached{2, []int{0, 1}, 1}, reached{3, []int{0, 1, 4}, 1})
		g.reaches(t, graph.RelatedQuery{MaxDepth: 5, MinStrength: 1, Strongest: strongest, Direction: graph.Both},
			reached{1, []int{0}, 1}, reached{2, []int{2}, 1}, reached{3, []int{2, 4}, 1})
	}
}

func relatedLimit(t tester, w *world) {
	g := w.net(t, 6, Edge{0, 5, graph.PartOf, 0.5}, Edge{0, 4, graph.PartOf, 0.5}, Edge{0, 3, graph.PartOf, 1},
		Edge{3, 2, graph.PartOf, 0.5}, Edge{3, 1, graph.PartOf, 1})
	all := []reached{{3, []int{2}, 1}, {1, []int{2, 4}, 1}, {4, []int{1}, 0.5}, {5, []int{0}, 0.5}, {2, []int{2, 3}, 0.5}}
	g.reaches(t, graph.RelatedQuery{MaxDepth: 2}, all...)
	for limit := 1; limit <= 6; limit++ {
		q := graph.RelatedQuery{MaxDepth: 2, Limit: limit}
		g.reaches(t, q, all[:min(limit, 5)]...)
		if limit == 6 {
			q.Limit = math.MaxInt // a client may request this
		}
		q.Start, q.Direction = g.episodes[0], graph.Outgoing
		_, count, err := w.Related(t.Context(), w.ws, q)
		ok(t, err)
		same(t, "count beside a limit", count, 5)
	}
}

func relatedParallel(t tester, w *world) {
	g := w.net(t, 3, Edge{0, 1, graph.Follows, 0.5}, Edge{0, 1, graph.PartOf, 0.75}, Edge{1, 0, graph.RelatedTo, 0.75},
		Edge{0, 1, graph.Refines, 0.25}, Edge{2, 1, graph.Causes, 1})
	g.reaches(t, graph.RelatedQuery{MaxDepth: 1, Direction: graph.Both}, reached{1, []int{1}, 0.75})
	g.reaches(t, graph.RelatedQuery{MaxDepth: 1, Types: []graph.Type{graph.Refines, graph.Follows}}, reached{1, []int{0}, 0.5})
	g.reaches(t, graph.RelatedQuery{MaxDepth: 2, Direction: graph.Both},
		reached{1, []int{1}, 0.75}, reached{2, []int{1, 4}, 0.75})
}

// relatedRandom compares with the model. Few different strengths make many ties.
func relatedRandom(t tester, w *world) {
	model := NewModel()
	edges := randomEdges(t, 40, 220, graph.Types(), 7)
	for i := range edges {
		edges[i].Strength = []float64{1, 0.9, 0.5, 0.1, 0.3, 1, 0.7}[i%7]
		if i%3 == 0 && !edges[i].Type.Ordering() {
			edges[i].From, edges[i].To = edges[i].To, edges[i].From
		}
	}
	episodes, rels := plan(40, edges)
	fill(t.Context(), t, w.Store, w.ws, episodes, rels)
	fill(t.Context(), t, model, w.ws, episodes, rels)
	for i := range 40 {
		q := graph.RelatedQuery{
			Start: episodes[i].EpisodeID, MaxDepth: 1 + i%5, MinStrength: []float64{0, 0.05, 0.3, 0.5}[i%4],
			Direction: []graph.Direction{graph.Both, graph.Outgoing, graph.Incoming}[i%3], Strongest: i%2 == 0,
			Types: [][]graph.Type{nil, {graph.RelatedTo, graph.Follows}, graph.Types()}[i/3%3], Limit: []int{0, 3}[i/20],
		}
		want, total, err := model.Related(t.Context(), w.ws, q)
		ok(t, err)
		got, count, err := w.Related(t.Context(), w.ws, q)
		ok(t, err)
		same(t, fmt.Sprintf("related by %+v", q), got, want)
		same(t, "count", count, total)
	}
}
