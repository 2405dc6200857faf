package graph_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plotline/graph"
	"plotline/graph/graphtest"
)

// The model store implements the text of the contract, walk by walk. The search that the stores share takes
// shortcuts, and must give the same results.

// related draws a small graph into a model store. It has few different strengths, so that there are ties.
func related(t *rapid.T) (graph.Store, []graph.ID, []graph.Relationship) {
	store := graphtest.NewModel()
	ids := make([]graph.ID, rapid.IntRange(2, 7).Draw(t, "episodes"))
	batch := graph.Batch{}
	for i := range ids {
		ids[i] = graph.NewID()
		batch.Episodes = append(batch.Episodes, graph.NewEpisode{Episode: graph.Episode{EpisodeID: ids[i], Name: "n", Query: "q"}})
	}
	if _, err := store.CreateEpisodes(t.Context(), by.Workspace, batch); err != nil {
		t.Fatal(err)
	}
	end, strength := rapid.IntRange(0, len(ids)-1), rapid.SampledFrom([]float64{0, 0.1, 0.3, 0.5, 0.9, 1})
	var rels []graph.Relationship
	for range rapid.IntRange(0, 14).Draw(t, "relationships") {
		rel := graph.Relationship{
			ID: graph.NewID(), From: ids[end.Draw(t, "from")], To: ids[end.Draw(t, "to")], Strength: strength.Draw(t, "strength"),
			Type: rapid.SampledFrom([]graph.Type{graph.Causes, graph.RelatedTo, graph.Refines}).Draw(t, "type"),
		}
		if rel.From == rel.To {
			continue
		}
		if _, err := store.AddRelationship(t.Context(), by.Workspace, rel); err == nil {
			rels = append(rels, rel)
		}
	}
	return store, ids, rels
}

// stepsOf returns the relationships that lead away from a frontier, in the reverse of their order.
func stepsOf(rels []graph.Relationship, q graph.RelatedQuery) func([]graph.ID) ([]graph.Step[graph.ID, graph.ID], error) {
	return func(frontier []graph.ID) ([]graph.Step[graph.ID, graph.ID], error) {
		var steps []graph.Step[graph.ID, graph.ID]
		for _, r := range slices.Backward(rels) {
			if slices.Contains(frontier, r.From) && q.Direction != graph.Incoming {
				steps = append(steps, graph.Step[graph.ID, graph.ID]{From: r.From, To: r.To, Edge: r.ID, Type: r.Type, Strength: r.Strength})
			}
			if slices.Contains(frontier, r.To) && q.Direction != graph.Outgoing {
				steps = append(steps, graph.Step[graph.ID, graph.ID]{
					From: r.To, To: r.From, Edge: r.ID, Type: r.Type, Incoming: true, Strength: r.Strength,
				})
			}
		}
		return steps, nil
	}
}

func TestSearchLevelsAgainstTheModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		store, ids, rels := related(t)
		q := graph.RelatedQuery{
			Start: ids[0], MaxDepth: rapid.IntRange(1, 5).Draw(t, "depth"), Strongest: rapid.Bool().Draw(t, "strongest"),
			MinStrength: rapid.SampledFrom([]float64{0, 0.05, 0.25, 0.5, 1}).Draw(t, "min"),
			Direction:   rapid.SampledFrom([]graph.Direction{graph.Outgoing, graph.Incoming, graph.Both}).Draw(t, "direction"),
		}
		want, _, err := store.Related(t.Context(), by.Workspace, q)
		if err != nil {
			t.Fatal(err)
		}
		walks, err := graph.SearchLevels(q.Start, q, stepsOf(rels, q))
		if err != nil {
			t.Fatal(err)
		}
		episodes, err := store.EpisodesByID(t.Context(), by.Workspace, ids, 0)
		if err != nil {
			t.Fatal(err)
		}
		known := map[graph.ID]graph.Episode{}
		for _, e := range episodes {
			known[e.EpisodeID] = e
		}
		got := make([]graph.RelatedEpisode, len(walks))
		for i, w := range walks {
			e := known[w.End]
			got[i] = graph.RelatedEpisode{
				EpisodeID: w.End, ID: e.ID, Name: e.Name, Reward: e.Reward, Distance: w.Distance, Strength: w.Strength,
			}
			for _, step := range w.Steps() {
				there := known[step.To]
				got[i].Path = append(got[i].Path, step.Edge)
				got[i].Steps = append(got[i].Steps, graph.RelatedStep{
					Type: step.Type, Direction: step.Direction(), Strength: step.Strength, ID: there.ID, Name: there.Name,
				})
			}
		}
		slices.SortFunc(got, graph.CompareRelated)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%+v (-want +got):\n%s", q, diff)
		}
	})
}

func TestSearchLevelsError(t *testing.T) {
	t.Parallel()
	_, err := graph.SearchLevels("a", graph.RelatedQuery{MaxDepth: 2}, func([]string) ([]graph.Step[string, string], error) {
		return nil, errSecret
	})
	if err != errSecret { //nolint:errorlint // not wrapped here
		t.Errorf("error = %v", err)
	}
}

// neighbours returns a neighbour function over rels for ShortestPath.
func neighbours(rels []graph.Relationship) func([]graph.ID, bool) ([][]graph.ID, error) {
	return func(frontier []graph.ID, back bool) ([][]graph.ID, error) {
		lists := make([][]graph.ID, len(frontier))
		for i, id := range frontier {
			for _, r := range rels {
				switch {
				case !back && r.From == id:
					lists[i] = append(lists[i], r.To)
				case back && r.To == id:
					lists[i] = append(lists[i], r.From)
				}
			}
		}
		return lists, nil
	}
}

func TestShortestPathAgainstTheModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		store, ids, rels := related(t)
		rels = slices.DeleteFunc(rels, func(r graph.Relationship) bool { return r.Type != graph.Causes })
		from, to := ids[0], ids[1]
		cycle, err := store.FindCycle(t.Context(), by.Workspace, to, from, graph.Causes) // to → from → … → to
		if err != nil {
			t.Fatal(err)
		}
		got, err := graph.ShortestPath(from, to, neighbours(rels))
		if err != nil || (cycle == nil) != (got == nil) {
			t.Fatalf("path %v, %v; the model's cycle %v", got, err, cycle)
		}
		if got == nil {
			return
		}
		if len(got) != len(cycle.IDs)-1 || got[0] != from || got[len(got)-1] != to {
			t.Fatalf("path %v, the model's cycle %v", got, cycle.IDs)
		}
		for i := 1; i < len(got); i++ {
			if !slices.ContainsFunc(rels, func(r graph.Relationship) bool { return r.From == got[i-1] && r.To == got[i] }) {
				t.Fatalf("no relationship for a step of %v", got)
			}
		}
	})
}

func TestShortestPathEnds(t *testing.T) {
	t.Parallel()
	fail := func([]string, bool) ([][]string, error) { return nil, errSecret }
	if got, err := graph.ShortestPath("a", "a", fail); err != nil || !slices.Equal(got, []string{"a"}) {
		t.Errorf("to itself: %v, %v", got, err)
	}
	if _, err := graph.ShortestPath("a", "b", fail); err != errSecret { //nolint:errorlint // nothing wraps it here
		t.Errorf("error = %v", err)
	}
}

// TestShortestPathOfLargeGraphs checks that the cost grows neither with the number of paths nor beyond the
// nodes met.
func TestShortestPathOfLargeGraphs(t *testing.T) {
	t.Parallel()
	rungs, diamonds := ladder(40)
	tests := []struct {
		name  string
		n     int
		edges [][2]int32
		last  int32
		want  int
	}{
		{"a ladder of diamonds", rungs, diamonds, 3 * 40, 81},
		{"a chain", long, chain(), long - 1, long},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			next := [2][][]int32{make([][]int32, test.n), make([][]int32, test.n)}
			for _, e := range test.edges {
				next[0][e[0]] = append(next[0][e[0]], e[1])
				next[1][e[1]] = append(next[1][e[1]], e[0])
			}
			asked := 0
			got, err := graph.ShortestPath(0, test.last, func(frontier []int32, back bool) ([][]int32, error) {
				asked += len(frontier)
				lists := make([][]int32, len(frontier))
				for i, v := range frontier {
					lists[i] = next[map[bool]int{false: 0, true: 1}[back]][v]
				}
				return lists, nil
			})
			if err != nil || len(got) != test.want || asked > test.n {
				t.Errorf("%d episodes, %v, after asking for %d; want %d", len(got), err, asked, test.want)
			}
		})
	}
}
