package main

import (
	"context"
	"fmt"
	"os"
	"time"
)

// withEmbedded calls work with a new embedded store.
func withEmbedded(ctx context.Context, o options, work func(c *client) error) error {
	dir, err := os.MkdirTemp("", "plotline-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	c, err := start(ctx, o, nil, "--store", "embedded", "--data-dir", dir, "--timeout", "10m")
	if err != nil {
		return err
	}
	if err := work(c); err != nil {
		_ = c.Close()
		return err
	}
	return c.Close()
}

// benchEmbedded measures a personal memory: 500 episodes, 1,000 relationships.
func benchEmbedded(ctx context.Context, o options, r *report) error {
	return withEmbedded(ctx, o, func(c *client) error {
		ids, _, err := episodes(c, 500)
		if err != nil {
			return err
		}
		if _, err := relate(c, forward(ids, 1000, allTypes[1:], 7)); err != nil {
			return err
		}
		const size = "500 + 1,000"
		if err := graphReads(c, r, newPool(ids, 11), size); err != nil {
			return err
		}
		aims := map[string]float64{"add": 0.6, "relationships of": 0.3}
		p := newPool(ids, 11)
		for _, pt := range points {
			times, err := pt.series(c, p, 300)
			if err != nil {
				return err
			}
			r.times(row{Operation: pt.name, Store: "embedded", Size: size, Aim: aims[pt.name]}, times)
		}
		return nil
	})
}

// graphReads measures the three queries of the whole graph.
func graphReads(c *client, r *report, p *pool, size string) error {
	reads := []struct {
		name string
		tool string
		args func() map[string]any
		want func(out map[string]any) bool
		aim  float64
	}{
		{"search, depth 3", "find_related_episodes", func() map[string]any {
			return map[string]any{"episode_id": p.one(), "max_depth": 3, "min_strength": 0.1}
		}, func(out map[string]any) bool { return out["count"].(float64) >= 0 }, 2},
		{"graph of 500 nodes", "get_dependency_graph", func() map[string]any {
			return map[string]any{"max_nodes": 500}
		}, func(out map[string]any) bool { return len(out["nodes"].([]any)) == 500 }, 10},
		{"topological order of 500", "get_topological_order", func() map[string]any {
			return map[string]any{"relationship_type": "causes"}
		}, func(out map[string]any) bool { return out["total_count"].(float64) == 500 }, 5},
		{"full text search", "search_episodes", func() map[string]any {
			return map[string]any{"query": "why slow 42"}
		}, func(out map[string]any) bool { return out["count"].(float64) > 0 }, 0},
		{"page of 50", "list_episodes", func() map[string]any {
			return map[string]any{"limit": 50}
		}, func(out map[string]any) bool { return len(out["episodes"].([]any)) == 50 }, 0},
	}
	for _, read := range reads {
		var times []time.Duration
		for i := range 120 {
			var out map[string]any
			took, err := c.Call(read.tool, read.args(), &out)
			if err != nil {
				return err
			}
			if !read.want(out) {
				return fmt.Errorf("%s gave a wrong answer", read.name)
			}
			if i >= 20 {
				times = append(times, took)
			}
		}
		r.times(row{Operation: read.name, Store: "embedded", Size: size, Aim: read.aim}, times)
	}
	return nil
}
