package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"plotline/testing/bench/figures"
	"plotline/testing/kit/neo4jtest"
)

// ownNeo4j starts a server for this run, with the memory of one in use. The sections find it as they would find the shared one.
func ownNeo4j(ctx context.Context) (end func(), err error) {
	own, err := neo4jtest.StartDedicated(ctx, neo4jtest.LTS, neo4jtest.Extras{Settings: map[string]string{
		"server.memory.heap.initial_size": "2g", "server.memory.heap.max_size": "2g", "server.memory.pagecache.size": "2g",
	}})
	if err != nil {
		return nil, err
	}
	for name, value := range map[string]string{
		neo4jtest.EnvURI: own.URI, neo4jtest.EnvUsername: own.Username, neo4jtest.EnvPassword: own.Password,
	} {
		if err := os.Setenv(name, value); err != nil {
			return nil, err
		}
	}
	return func() { _ = own.Remove(context.WithoutCancel(ctx)) }, nil
}

// withoutVectors are the flags for large graphs. None of the operations needs vectors. Making those of a million episodes
// takes longer than the run, and what is measured meanwhile depends on how far that is.
var withoutVectors = []string{"--embeddings", "off"}

// benchScale measures every graph operation at 1,000 episodes, at ten times as many, and so on up to
// -large. There are two relationships for each episode. From the second size on, the calls alternate with calls to
// another graph of the first size.
func benchScale(ctx context.Context, o options, r *report) error {
	o.flags = withoutVectors
	return withEachStore(ctx, o, func(c *client, store string) error {
		other := o
		other.store = store
		return withEachStore(ctx, other, func(small *client, store string) error {
			first := newGrowingGraph(small, store, &report{Report: figures.New()})
			if err := first.grow(firstSize); err != nil {
				return err
			}
			return newGrowingGraph(c, store, r).measureUpTo(o, first)
		})
	})
}

const firstSize = 1000 // episodes

// growingGraph is a graph of random relationships from earlier to later episodes.
type growingGraph struct {
	*client
	report *report
	store  string
	ids    []string
	taken  map[[2]string]bool // related pairs
}

func newGrowingGraph(c *client, store string, r *report) *growingGraph {
	return &growingGraph{client: c, report: r, store: store, taken: map[[2]string]bool{}}
}

// measureUpTo grows the graph in steps, and measures each size. first has the first size.
func (g *growingGraph) measureUpTo(o options, first *growingGraph) error {
	for size := firstSize; size <= o.pick(o.large, firstSize); size *= 10 {
		began := time.Now()
		if err := g.grow(size); err != nil {
			return err
		}
		grown := time.Since(began)
		graphs := []*growingGraph{g}
		if size > firstSize {
			graphs = append(graphs, first)
		}
		if err := measure(graphs, o.pick(200, 3)); err != nil {
			return fmt.Errorf("%s at %d: %w", g.store, size, err)
		}
		if err := g.report.write(); err != nil {
			return err
		}
		_, _ = fmt.Fprintf(os.Stderr, "scale, %s: %d episodes, filled in %s, measured in %s\n",
			g.store, size, grown.Round(time.Second), (time.Since(began) - grown).Round(time.Second))
	}
	return nil
}

const perEpisode = 2 // relationships

// grow fills the graph up to a size, and records the times of the last calls.
func (g *growingGraph) grow(size int) error {
	old := len(g.ids)
	more, created, err := episodes(g.client, size-old)
	if err != nil {
		return err
	}
	g.ids = append(g.ids, more...)
	edges := growing(g.ids, old, perEpisode*len(more), uint64(size)) //nolint:gosec // a positive number
	added, err := relate(g.client, edges)
	if err != nil {
		return err
	}
	for _, e := range edges {
		g.taken[[2]string{e.From, e.To}] = true
	}
	g.report.times(g.row("create 1,000 in one call"), latest(created))
	g.report.times(g.row("add 1,000 in one call"), latest(added))
	return g.awaitOrder()
}

// awaitOrder waits until the order of the whole graph is kept after the filling, and records how long that took. A page
// of an order that is not kept takes longer than quick in graphs for which it matters.
func (g *growingGraph) awaitOrder() error {
	const quick, patience = 100 * time.Millisecond, 15 * time.Minute
	for began := time.Now(); ; time.Sleep(time.Second) {
		took, err := g.Call("get_topological_order", map[string]any{"limit": 50}, nil)
		if err != nil {
			return err
		}
		if took < quick {
			g.report.times(g.row("until the order is kept"), []time.Duration{time.Since(began)})
			return nil
		}
		if time.Since(began) > patience {
			return fmt.Errorf("the order of %d episodes is not kept after %s", len(g.ids), patience)
		}
	}
}

// latest returns the times of the last calls, which ran at the graph's current size.
func latest(series []time.Duration) []time.Duration { return series[max(0, len(series)-20):] }

func (g *growingGraph) row(operation string) row {
	n := len(g.ids)
	return row{Operation: operation, Store: g.store, N: n, Size: figures.Thousands(n) + " + " + figures.Thousands(perEpisode*n)}
}

// measure reports the times of the first graph. If there is a second one, it also reports their ratio to the times of that
// one, whose calls alternate with those of the first.
func measure(graphs []*growingGraph, calls int) error {
	pools := make([]*pool, len(graphs))
	for i, g := range graphs {
		pools[i] = newPool(g.ids, 17)
		pools[i].fresh = g.taken
	}
	for _, list := range inGroups(slices.Concat(points, operations)) {
		var turns []turn
		for _, pt := range list { // each call follows one to the other graph, which has another server
			for i, g := range graphs {
				turns = append(turns, turn{g.client, pools[i], pt})
			}
		}
		all, err := inTurn(turns, calls, 20*time.Second)
		if err != nil {
			return err
		}
		for i, pt := range list {
			times := all[i*len(graphs) : (i+1)*len(graphs)]
			f := graphs[0].row(pt.name)
			if len(graphs) > 1 {
				f.Ratio = percentile(times[0], 50) / percentile(times[1], 50)
				f.Against = figures.Thousands(firstSize) + " episodes, in turn"
			}
			graphs[0].report.times(f, times[0])
		}
	}
	return nil
}

// inGroups groups operations whose calls take turns, because their times are compared: those of onwards.
func inGroups(list []point) (groups [][]point) {
	onward := func(pt point) bool { return strings.HasSuffix(pt.name, asTimeGoesOn) }
	for i, pt := range list {
		if i > 0 && onward(list[i-1]) && onward(pt) {
			last := len(groups) - 1
			groups[last] = append(groups[last], pt)
			continue
		}
		groups = append(groups, []point{pt})
	}
	return groups
}
