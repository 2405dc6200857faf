package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"os"
	"time"

	"plotline/testing/bench/figures"
)

// neo4jArgs returns the arguments and environment that make the program use the test server, in a separate
// workspace.
func neo4jArgs() (workspace string, env, args []string, err error) {
	uri := os.Getenv("PLOTLINE_TEST_NEO4J_URI")
	if uri == "" {
		return "", nil, nil, errNoNeo4j
	}
	var raw [6]byte
	_, _ = rand.Read(raw[:])
	workspace = "bench-" + hex.EncodeToString(raw[:])
	env = []string{
		"NEO4J_URI=" + uri, "NEO4J_USERNAME=" + os.Getenv("PLOTLINE_TEST_NEO4J_USERNAME"),
		"NEO4J_PASSWORD=" + os.Getenv("PLOTLINE_TEST_NEO4J_PASSWORD"),
	}
	return workspace, env, []string{"--store", "neo4j", "--workspace", workspace, "--timeout", "10m"}, nil
}

// withNeo4j calls work with the test server, and deletes its data afterwards.
func withNeo4j(ctx context.Context, o options, work func(c *client, workspace string) error) error {
	workspace, env, args, err := neo4jArgs()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "plotline-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	defer cleanNeo4j(context.WithoutCancel(ctx), workspace)
	c, err := start(ctx, o, env, append(args, "--data-dir", dir)...)
	if err != nil {
		return err
	}
	if err := work(c, workspace); err != nil {
		_ = c.Close()
		return err
	}
	return c.Close()
}

// withEachStore calls work with each store, or with the selected one.
func withEachStore(ctx context.Context, o options, work func(c *client, store string) error) error {
	for _, store := range o.stores() {
		var err error
		if store == "neo4j" {
			err = withNeo4j(ctx, o, func(c *client, _ string) error { return work(c, store) })
		} else {
			err = withEmbedded(ctx, o, func(c *client) error { return work(c, store) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// warmRuns is how often a section runs on Neo4j before it counts. The server's virtual machine compiles what it has run
// often: the first call of 1,000 items takes seconds, and after other sections the times fall until about the twelfth run.
const warmRuns = 12

// countedRuns is how often such a section runs after that: a few calls take a second, in which the machine may be busy.
const countedRuns = 3

// benchBulk measures calls that write 1,000 items.
func benchBulk(ctx context.Context, o options, r *report) error {
	for _, store := range o.stores() {
		one, warm, counted := o, 0, o.pick(countedRuns, 1)
		one.store = store
		if store == "neo4j" {
			warm = o.pick(warmRuns, 0)
		}
		var all bulkTimes
		for run := range warm + counted {
			var times bulkTimes
			err := withEachStore(ctx, one, func(c *client, _ string) (err error) {
				times, err = bulk(c, o.pick(1, 10))
				return err
			})
			if err != nil {
				return err
			}
			if run >= warm {
				all.add(times)
			}
		}
		all.report(r, store)
	}
	return nil
}

// bulkTimes are the times of calls that write 1,000 items.
type bulkTimes struct{ episodes, unordered, ordered, orderedAmongMany []time.Duration }

func (all *bulkTimes) add(more bulkTimes) {
	all.episodes = append(all.episodes, more.episodes...)
	all.unordered = append(all.unordered, more.unordered...)
	all.ordered = append(all.ordered, more.ordered...)
	all.orderedAmongMany = append(all.orderedAmongMany, more.orderedAmongMany...)
}

func (all *bulkTimes) report(r *report, store string) {
	aim := map[string]float64{"embedded": 80, "neo4j": 120}[store]
	r.times(row{Operation: "create 1,000 episodes", Store: store, Size: "≤ 10,000", Aim: aim}, all.episodes)
	r.times(row{Operation: "add 1,000 unordered", Store: store, Size: "1,000", Aim: 60}, all.unordered)
	r.times(row{Operation: "add 1,000 ordered", Store: store, Size: "10,000 + 0", Aim: 250}, all.ordered)
	r.times(row{Operation: "add 1,000 ordered", Store: store, Size: "10,000 + 50,000", Aim: 250}, all.orderedAmongMany)
}

// bulk fills a graph whose sizes are divided by part.
func bulk(c *client, part int) (t bulkTimes, err error) {
	var ids []string
	if ids, t.episodes, err = episodes(c, 10_000/part); err != nil {
		return t, err
	}
	if t.unordered, err = relate(c, forward(ids[:1000], 10_000/part, []string{"related_to", "part_of"}, 3)); err != nil {
		return t, err
	}
	if t.ordered, err = relate(c, forward(ids, 5000/part, []string{"causes"}, 4)); err != nil {
		return t, err
	}
	many := 50_000 / part
	edges := forward(ids, many+5000/part, []string{"follows"}, 5)
	if _, err = relate(c, edges[:many]); err != nil {
		return t, err
	}
	t.orderedAmongMany, err = relate(c, edges[many:])
	return t, err
}

// shape is a graph that is hard for a naive traversal.
type shape struct {
	name  string
	n     int // episodes
	edges func(ids []string) []edge
}

// benchDeep measures such graphs, each in a separate database.
func benchDeep(ctx context.Context, o options, r *report) error {
	long := o.pick(100_000, 1000)
	for _, s := range []shape{
		{"chain of " + figures.Thousands(long), long + 1, chain},
		{"ladder of 40 diamonds", 121, func(ids []string) []edge { return ladder(ids, 40) }},
	} {
		err := withEachStore(ctx, o, func(c *client, store string) error { return s.measure(c, r, store) })
		if err != nil {
			return err
		}
	}
	return nil
}

func (s shape) measure(c *client, r *report, store string) error {
	const second = 1000
	ids, _, err := episodes(c, s.n)
	if err != nil {
		return err
	}
	if _, err := relate(c, s.edges(ids)); err != nil {
		return err
	}
	first, last := ids[0], ids[len(ids)-1]
	for _, op := range []struct {
		name, tool string
		args       map[string]any
		field      string
		want       any // nil: anything but 0
	}{
		{"cycle check, a cycle", "validate_no_cycles", map[string]any{"from_episode_id": last, "to_episode_id": first, "relationship_type": "follows"}, "cycle_detected", true},
		{"cycle check, none", "validate_no_cycles", map[string]any{"from_episode_id": first, "to_episode_id": last, "relationship_type": "follows"}, "valid", true},
		{"search, depth 5", "find_related_episodes", map[string]any{"episode_id": ids[len(ids)/2], "max_depth": 5}, "count", nil},
		{"topological order", "get_topological_order", map[string]any{"limit": 50}, "total_count", float64(s.n)},
	} {
		var times []time.Duration
		for range 7 {
			var out map[string]any
			took, err := c.Call(op.tool, op.args, &out)
			if err != nil {
				return err
			}
			if got := out[op.field]; got != op.want && (op.want != nil || got == 0.0) {
				return fmt.Errorf("%s on the %s gave %v", op.name, s.name, got)
			}
			times = append(times, took)
		}
		r.times(row{Operation: op.name, Store: store, Size: s.name, Aim: second}, times)
	}
	return nil
}
