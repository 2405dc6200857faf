package graph_test

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"plotline/graph"
)

// around is a graph of small numbers that counts the nodes whose neighbours were requested.
type around struct {
	links  []link
	looked int
}

func (a *around) neighbours(frontier []int, back bool) ([][]int, error) {
	a.looked += len(frontier)
	lists := make([][]int, len(frontier))
	for i, n := range frontier {
		for _, l := range a.links {
			if back && l.to == n {
				lists[i] = append(lists[i], l.from)
			}
			if !back && l.from == n {
				lists[i] = append(lists[i], l.to)
			}
		}
	}
	return lists, nil
}

// distances counts the relationships from one node to every other by relaxing them until nothing changes.
func distances(links []link, from int) map[int]int {
	far := map[int]int{from: 0}
	for changed := true; changed; {
		changed = false
		for _, l := range links {
			d, ok := far[l.from]
			old, met := far[l.to]
			if ok && (!met || d+1 < old) {
				far[l.to], changed = d+1, true
			}
		}
	}
	return far
}

func TestShortestPathIsValid(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := &around{links: drawLinks(t)}
		from, to := rapid.IntRange(0, 5).Draw(t, "from"), rapid.IntRange(0, 5).Draw(t, "to")
		path, err := graph.ShortestPath(from, to, a.neighbours)
		if err != nil {
			t.Fatal(err)
		}
		want, there := distances(a.links, from)[to]
		if !there {
			if path != nil {
				t.Fatalf("path %v where there is none", path)
			}
			return
		}
		if len(path) != want+1 || path[0] != from || path[want] != to {
			t.Fatalf("path %v from %d to %d, want %d relationships", path, from, to, want)
		}
		for i := range want {
			if !slices.ContainsFunc(a.links, func(l link) bool { return l.from == path[i] && l.to == path[i+1] }) {
				t.Fatalf("path %v: nothing leads from %d to %d", path, path[i], path[i+1])
			}
		}
	})
}

func TestShortestPathReadsFewNodes(t *testing.T) {
	t.Parallel()
	wide := make([]link, 0, 2000) // 0 → a thousand nodes; 1 has no relationships
	for i := range 1000 {
		wide = append(wide, link{from: 0, to: 2 + i})
	}
	chain := make([]link, 0, 1000)
	for i := range 1000 {
		chain = append(chain, link{from: i, to: i + 1})
	}
	ladder := make([]link, 0, 160) // 2⁴⁰ paths
	for i := range 40 {
		ladder = append(ladder, link{from: 3 * i, to: 3*i + 1}, link{from: 3 * i, to: 3*i + 2},
			link{from: 3*i + 1, to: 3*i + 3}, link{from: 3*i + 2, to: 3*i + 3})
	}
	for name, c := range map[string]struct {
		links          []link
		from, to       int
		length, looked int
	}{
		"nothing leads to the end":     {wide, 0, 1, 0, 2},
		"nothing leads from the start": {wide, 1, 0, 0, 1},
		"a chain, from both ends":      {chain, 0, 1000, 1001, 1000},
		"against a chain":              {chain, 1000, 0, 0, 1},
		"a ladder":                     {ladder, 0, 120, 81, 121},
		"the node itself":              {chain, 5, 5, 1, 0},
	} {
		a := &around{links: c.links}
		path, err := graph.ShortestPath(c.from, c.to, a.neighbours)
		if err != nil || len(path) != c.length || a.looked > c.looked {
			t.Errorf("%s: path of %d after %d looks, error %v; want %d after at most %d",
				name, len(path), a.looked, err, c.length, c.looked)
		}
	}
}

func TestShortestPathReturnsErrors(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	path, err := graph.ShortestPath(0, 1, func([]int, bool) ([][]int, error) { return nil, broken })
	if path != nil || !errors.Is(err, broken) {
		t.Errorf("path %v, error %v, want %v", path, err, broken)
	}
}
