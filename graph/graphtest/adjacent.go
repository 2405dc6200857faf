package graphtest

import (
	"fmt"
	"slices"

	"plotline/graph"
	"plotline/internal/fault"
)

var adjacentTopic = topic{"adjacent", []testCase{
	{"both ways, by type, each once", adjacentBothDirections},
	{"a crowd is left out", adjacentMaxDegree},
	{"two hops", neighbourhoodOfTwoHops},
	{"candidates, with what replaced them", candidatesWithLater},
	{"candidates that are unknown", candidatesUnknown},
}}

// touches expects exactly the relationships at these indexes of the net.
func (g *net) touches(t tester, from []int, types []graph.Type, maxDegree int, want ...int) {
	t.Helper()
	ids := make([]graph.ID, len(from))
	for i, n := range from {
		ids[i] = g.episodes[n]
	}
	got, err := g.Adjacent(t.Context(), g.ws, ids, types, maxDegree, 0)
	ok(t, err)
	notNil(t, "relationships", got)
	same(t, fmt.Sprintf("adjacent to %v", from), byID(got), byID(g.relationships(t, want)))
}

func adjacentBothDirections(t tester, w *world) {
	g := w.net(t, 5, Edge{0, 1, graph.Follows, 0.9}, Edge{2, 0, graph.Causes, 0.5}, Edge{1, 2, graph.Refines, 1},
		Edge{3, 4, graph.PartOf, 1}, Edge{1, 0, graph.RelatedTo, 0})
	g.touches(t, []int{0}, nil, 10, 0, 1, 4)
	g.touches(t, []int{0, 1}, nil, 10, 0, 1, 2, 4)
	g.touches(t, []int{0, 1, 2, 3, 4}, nil, 10, 0, 1, 2, 3, 4)
	g.touches(t, []int{0}, []graph.Type{graph.Causes, graph.RelatedTo}, 10, 1, 4)
	g.touches(t, nil, nil, 10)
	got, err := w.Adjacent(t.Context(), w.ws, []graph.ID{graph.NewID()}, nil, 10, 0)
	ok(t, err)
	same(t, "of an unknown episode", len(got), 0)
	got, err = w.Adjacent(t.Context(), w.beside(t).ws, g.episodes, nil, 10, 0)
	ok(t, err)
	same(t, "of another workspace", len(got), 0)
}

func adjacentMaxDegree(t tester, w *world) {
	edges := make([]Edge, 0, 6)
	for i := range 5 {
		edges = append(edges, Edge{0, i + 1, graph.Follows, 1})
	}
	g := w.net(t, 6, append(edges, Edge{1, 0, graph.RelatedTo, 1})...)
	g.touches(t, []int{0}, nil, 6, 0, 1, 2, 3, 4, 5)
	g.touches(t, []int{0}, nil, 5)
	g.touches(t, []int{0, 2}, nil, 5, 1)
	g.touches(t, []int{0}, []graph.Type{graph.Follows}, 5, 0, 1, 2, 3, 4)
	g.touches(t, []int{0, 1}, []graph.Type{graph.RelatedTo}, 1, 5)
	all := slices.Clone(g.episodes)
	got, err := w.Adjacent(t.Context(), w.ws, all, nil, 0, 0)
	ok(t, err)
	same(t, "with no room", len(got), 0)
}

func neighbourhoodOfTwoHops(t tester, w *world) {
	// 0 and 1 are asked for. 2 and 3 are neighbours, 4 to 6 are beyond, and 7 is out of reach.
	g := w.net(t, 8, Edge{0, 1, graph.Follows, 0.9}, Edge{2, 0, graph.Causes, 0.5}, Edge{1, 2, graph.Refines, 1},
		Edge{1, 3, graph.PartOf, 1}, Edge{3, 4, graph.RelatedTo, 0.25}, Edge{2, 3, graph.Follows, 1}, Edge{5, 2, graph.Causes, 1},
		Edge{2, 6, graph.Causes, 1}, Edge{6, 7, graph.Causes, 1})
	inOrder := func(ends ...int) []int { // of the ids of the relationships that lead to them
		rels := slices.Clone(g.rels)
		slices.Sort(rels)
		slices.SortFunc(ends, func(a, b int) int {
			first := func(n int) int {
				return slices.IndexFunc(rels, func(id graph.ID) bool {
					i := slices.Index(g.rels, id)
					return n == 2 && (i == 1 || i == 2) || n == 3 && i == 3
				})
			}
			return first(a) - first(b)
		})
		return ends
	}
	ids := []graph.ID{g.episodes[0], g.episodes[1]}
	for _, c := range []struct {
		q         graph.NeighbourhoodQuery
		near, far []int
		crowds    []int
	}{
		{graph.NeighbourhoodQuery{IDs: ids, MaxDegree: 10, MaxNeighbours: 10}, []int{0, 1, 2, 3}, []int{4, 5, 6, 7}, nil},
		{graph.NeighbourhoodQuery{IDs: ids, MaxDegree: 4, MaxNeighbours: 10}, []int{0, 1, 2, 3}, []int{4, 5}, []int{2}},
		{graph.NeighbourhoodQuery{IDs: ids, MaxDegree: 2, MaxNeighbours: 10}, []int{0, 1}, nil, []int{2}},
		{graph.NeighbourhoodQuery{IDs: ids, MaxDegree: 10, MaxNeighbours: 0}, []int{0, 1, 2, 3}, nil, nil},
		{graph.NeighbourhoodQuery{IDs: ids, MaxDegree: 10, MaxNeighbours: 10, Types: []graph.Type{graph.Causes}}, []int{1}, []int{6, 7}, nil},
		{graph.NeighbourhoodQuery{IDs: ids[:1], MaxDegree: 3, MaxNeighbours: 10}, []int{0, 1}, []int{2, 3}, []int{2}},
		{graph.NeighbourhoodQuery{MaxDegree: 10, MaxNeighbours: 10}, nil, nil, nil},
	} {
		got, err := g.Neighbourhood(t.Context(), g.ws, c.q)
		ok(t, err)
		what := fmt.Sprintf("around %d, %d, %d", len(c.q.IDs), c.q.MaxDegree, c.q.MaxNeighbours)
		for _, list := range []struct {
			found []graph.Relationship
			want  []int
		}{{got.Near, c.near}, {got.Far, c.far}} {
			notNil(t, what, list.found)
			rels := g.relationships(t, list.want)
			for i := range rels {
				rels[i].CreatedAt = 0
			}
			same(t, what, byID(list.found), byID(rels))
		}
		crowds := make([]graph.ID, 0, len(c.crowds))
		for _, n := range c.crowds {
			crowds = append(crowds, g.episodes[n])
		}
		same(t, what+": crowds", got.Crowds, crowds)
	}
	got, err := g.Neighbourhood(t.Context(), g.ws, graph.NeighbourhoodQuery{Tagged: []graph.ID{graph.NewID(), g.episodes[7]}, MaxDegree: 1})
	ok(t, err)
	stored, _, err := g.Episode(t.Context(), g.ws, g.episodes[7])
	ok(t, err)
	same(t, "tags", got.Tags, map[graph.ID][]string{g.episodes[7]: append([]string{}, stored.Tags...)})
	first := g.episodes[inOrder(2, 3)[0]]
	got, err = g.Neighbourhood(t.Context(), g.ws, graph.NeighbourhoodQuery{IDs: ids, MaxDegree: 10, MaxNeighbours: 1})
	ok(t, err)
	for _, r := range got.Far {
		if r.From != first && r.To != first {
			t.Errorf("%v is not of the first neighbour", r)
		}
	}
	for most, want := range map[int]fault.Code{3: fault.TooLarge, 6: fault.TooLarge, 7: ""} {
		_, err := g.Neighbourhood(t.Context(), g.ws, graph.NeighbourhoodQuery{IDs: ids, MaxDegree: 10, MaxNeighbours: 10, Most: most})
		same(t, fmt.Sprintf("at most %d", most), fault.CodeOf(err), want)
	}
}

// relationships returns the relationships at these indexes of the net, without metadata.
func (g *net) relationships(t tester, indexes []int) []graph.Relationship {
	t.Helper()
	ids := make([]graph.ID, len(indexes))
	for i, n := range indexes {
		ids[i] = g.rels[n]
	}
	rels, err := g.RelationshipsByID(t.Context(), g.ws, ids)
	ok(t, err)
	for i := range rels {
		rels[i].Metadata = nil
	}
	return rels
}

// candidates asks for candidates of the net, and describes what is returned by index.
func (g *net) candidates(t tester, q graph.CandidateQuery, from, named []int) graph.Candidates {
	t.Helper()
	for _, n := range from {
		q.IDs = append(q.IDs, g.episodes[n])
	}
	for _, n := range named {
		q.Names = append(q.Names, g.episodes[n])
	}
	got, err := g.Candidates(t.Context(), g.ws, q)
	ok(t, err)
	notNil(t, "episodes", got.Episodes)
	notNil(t, "named", got.Named)
	notNil(t, "relationships", got.Relationships)
	notNil(t, "later", got.Later)
	return got
}

func candidatesWithLater(t tester, w *world) {
	g := w.net(t, 6, Edge{0, 1, graph.Causes, 0.5}, Edge{2, 0, graph.Refines, 1}, Edge{0, 3, graph.Refines, 1},
		Edge{4, 0, graph.Follows, 1}, Edge{1, 5, graph.Causes, 1}, Edge{5, 1, graph.Contradicts, 1})
	types := []graph.Type{graph.Causes, graph.Refines, graph.Contradicts}
	long := graph.CandidateQuery{Types: types, MaxDegree: 10, Most: 3, MostLater: 5}
	for _, c := range []struct {
		degree      int
		from, named []int
		later, rels []int
	}{
		{10, []int{0}, []int{4, 3}, []int{1, 2}, []int{0, 1}},
		{10, []int{0, 1, 2}, nil, []int{5}, []int{0, 1, 4, 5}},
		{10, []int{3}, nil, []int{0}, []int{2}},
		{2, []int{0}, nil, nil, nil},
		{2, []int{0, 2}, nil, nil, []int{1}}, // the crowd's relationship to the other candidate
		{10, nil, []int{1}, nil, nil},
	} {
		q := long
		q.MaxDegree = c.degree
		got := g.candidates(t, q, c.from, c.named)
		what := fmt.Sprintf("candidates %v", c.from)
		for _, list := range []struct {
			found []graph.Episode
			from  []int
			most  int
		}{{got.Episodes, c.from, q.Most}, {got.Later, c.later, q.MostLater}} {
			wanted := make([]graph.ID, len(list.from))
			for i, n := range list.from {
				wanted[i] = g.episodes[n]
			}
			episodes, err := g.EpisodesByID(t.Context(), g.ws, wanted, list.most)
			ok(t, err)
			same(t, what, byEpisodeID(list.found), byEpisodeID(episodes))
		}
		same(t, what+": relationships", byID(got.Relationships), byID(g.relationships(t, c.rels)))
		var names []graph.ID
		for _, n := range got.Named {
			names = append(names, n.EpisodeID)
		}
		slices.Sort(names)
		var wantNames []graph.ID
		for _, n := range c.named {
			wantNames = append(wantNames, g.episodes[n])
		}
		slices.Sort(wantNames)
		same(t, what+": names", names, wantNames)
	}
}

func candidatesUnknown(t tester, w *world) {
	g := w.net(t, 2, Edge{0, 1, graph.Causes, 0.5})
	q := graph.CandidateQuery{
		IDs: []graph.ID{graph.NewID()}, Names: []graph.ID{graph.NewID()}, Types: []graph.Type{graph.Causes}, MaxDegree: 5, Most: 1, MostLater: 1,
	}
	got, err := w.Candidates(t.Context(), w.ws, q)
	ok(t, err)
	same(t, "unknown", len(got.Episodes)+len(got.Named)+len(got.Relationships)+len(got.Later), 0)
	q.IDs, q.Names = g.episodes, g.episodes
	got, err = w.Candidates(t.Context(), w.beside(t).ws, q)
	ok(t, err)
	same(t, "of another workspace", len(got.Episodes)+len(got.Named)+len(got.Relationships)+len(got.Later), 0)
}
