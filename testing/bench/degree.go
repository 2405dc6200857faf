package main

import (
	"context"
	"slices"
	"time"

	"plotline/testing/bench/figures"
)

// benchDegree measures operations on one episode as the number of its relationships grows.
func benchDegree(ctx context.Context, o options, r *report) error {
	o.flags = withoutVectors
	degrees := []int{10, 100, 1000, 10_000}[:o.pick(4, 2)]
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
				times, err := pt.series(c, p, o.pick(100, 3), 10*time.Second)
				if err != nil {
					return err
				}
				r.times(row{Operation: pt.name, Store: store, N: degree, Size: "degree " + figures.Thousands(degree)}, times)
			}
		}
		return nil
	})
}

// hubOperations are the operations that begin at one episode, which a hub may slow down.
var hubOperations = slices.DeleteFunc(slices.Concat(points, operations), func(pt point) bool {
	return !slices.Contains([]string{
		"get", "add", "relationships of", "exists", "validate", "remove", "update", "related, depth 2", "graph around one, depth 2",
	}, pt.name)
})
