package main

import (
	"context"
	"time"

	"plotline/testing/bench/figures"
)

// benchDegree measures operations on one episode as the number of its relationships grows.
func benchDegree(ctx context.Context, o options, r *report) error {
	o.flags = withoutVectors
	degrees := []int{10, 100, 1000, 10_000}
	return withEachStore(ctx, o, func(c *client, store string) error {
		ids, _, err := episodes(c, 2*degrees[len(degrees)-1])
		if err != nil {
			return err
		}
		hubs, others := ids[:len(degrees)], ids[len(degrees):]
		for i, degree := range degrees {
			p := newPool(others, 29)
			p.hub = hubs[i]
			edges := make([]edge, degree)
			for j := range edges {
				edges[j] = edge{hubs[i], others[j], addType, 1}
				p.fresh[[2]string{hubs[i], others[j]}] = true
			}
			if _, err := relate(c, edges); err != nil {
				return err
			}
			for _, pt := range hubOperations {
				times, err := pt.seriesWithin(c, p, 100, 10*time.Second)
				if err != nil {
					return err
				}
				r.times(row{Operation: pt.name, Store: store, N: degree, Size: "degree " + figures.Thousands(degree)}, times)
			}
		}
		return nil
	})
}

// hubOperations returns the operations that a hub may slow down: those of points that use one episode, and
// those of operations that begin at one.
var hubOperations = func() []point {
	var list []point
	for _, pt := range points {
		if pt.name != "create" {
			list = append(list, pt)
		}
		if pt.name == "relationships of" {
			first := pt
			first.name, first.args = "first 50 relationships of", func(p *pool) map[string]any {
				return map[string]any{"episode_id": p.one(), "limit": 50}
			}
			list = append(list, first)
		}
	}
	for _, pt := range operations {
		switch pt.name {
		case "update", "related, depth 2", "graph around one, depth 2":
			list = append(list, pt)
		}
	}
	return list
}()
