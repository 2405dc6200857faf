package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// allTypes are the six types of relationships. The first two are kept acyclic.
var allTypes = []string{"follows", "causes", "part_of", "related_to", "contradicts", "refines"}

// batchSize is the most items in one bulk call.
const batchSize = 1000

type edge struct {
	From     string  `json:"from_episode_id"`
	To       string  `json:"to_episode_id"`
	Type     string  `json:"relationship_type"`
	Strength float64 `json:"strength"`
}

// episodes creates n episodes and returns their ids and the time of each call.
func episodes(c *client, n int) (ids []string, times []time.Duration, err error) {
	for len(ids) < n {
		size := min(batchSize, n-len(ids))
		items := make([]map[string]any, size)
		for i := range items {
			number := len(ids) + i
			items[i] = map[string]any{
				"query":      fmt.Sprintf("Task %d: find out why step %d was slow and write down what helped", number, number%97),
				"reward":     float64(number%21-10) / 10,
				"tags":       []string{"bench", fmt.Sprintf("group-%d", number%10)},
				"reflection": "Measured first, then changed one thing at a time.",
			}
		}
		var out struct {
			Episodes []struct {
				EpisodeID string `json:"episode_id"`
			} `json:"episodes"`
		}
		took, err := c.Call("create_episodes", map[string]any{"episodes": items}, &out)
		if err != nil {
			return nil, nil, err
		}
		if len(out.Episodes) != size {
			return nil, nil, fmt.Errorf("create_episodes made %d of %d", len(out.Episodes), size)
		}
		for _, e := range out.Episodes {
			ids = append(ids, e.EpisodeID)
		}
		times = append(times, took)
		settle(n)
	}
	return ids, times, nil
}

// settle waits while a database finishes background work before the next call is timed, but not in a large graph.
func settle(n int) {
	if n <= 10_000 {
		time.Sleep(200 * time.Millisecond)
	}
}

// relate adds the edges in bulk calls and returns the time of each.
func relate(c *client, edges []edge) (times []time.Duration, err error) {
	n := len(edges)
	for len(edges) > 0 {
		size := min(batchSize, len(edges))
		var out struct {
			Count int `json:"count"`
		}
		took, err := c.Call("add_episode_relationships", map[string]any{"relationships": edges[:size]}, &out)
		if err != nil {
			return nil, err
		}
		if out.Count != size {
			return nil, fmt.Errorf("add_episode_relationships added %d of %d", out.Count, size)
		}
		times = append(times, took)
		edges = edges[size:]
		settle(n)
	}
	return times, nil
}

// forward returns n different random edges of the given types, from earlier to later episodes.
func forward(ids []string, n int, types []string, seed uint64) []edge {
	random := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // a repeatable graph, not secret
	type key struct {
		from, to int
		t        string
	}
	seen := map[key]bool{}
	edges := make([]edge, 0, n)
	for len(edges) < n {
		a, b := random.IntN(len(ids)), random.IntN(len(ids))
		k := key{min(a, b), max(a, b), types[random.IntN(len(types))]}
		if a == b || seen[k] {
			continue
		}
		seen[k] = true
		edges = append(edges, edge{ids[k.from], ids[k.to], k.t, 0.5 + float64(random.IntN(50))/100})
	}
	return edges
}

// growing returns n different random edges of all types, from earlier to later episodes. The later one is
// not among the first old ones, which are already related.
func growing(ids []string, old, n int, seed uint64) []edge {
	edges := forward(ids, n+n/2+n*old/len(ids), allTypes, seed)
	place := make(map[string]int, len(ids))
	for i, id := range ids {
		place[id] = i
	}
	edges = slices.DeleteFunc(edges, func(e edge) bool { return place[e.To] < old })
	return edges[:min(n, len(edges))]
}

// chain returns the edges of one long chain.
func chain(ids []string) []edge {
	edges := make([]edge, 0, len(ids))
	for i := 1; i < len(ids); i++ {
		edges = append(edges, edge{ids[i-1], ids[i], "follows", 1})
	}
	return edges
}

// ladder returns n diamonds in a row, with 2ⁿ paths from the first episode to the last. It needs 3n+1
// episodes.
func ladder(ids []string, n int) []edge {
	edges := make([]edge, 0, 4*n)
	for i := range n {
		top, left, right, bottom := ids[3*i], ids[3*i+1], ids[3*i+2], ids[3*i+3]
		edges = append(edges,
			edge{top, left, "follows", 1}, edge{top, right, "follows", 1},
			edge{left, bottom, "follows", 1}, edge{right, bottom, "follows", 1})
	}
	return edges
}
